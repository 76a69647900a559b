// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/program.h"

#include <cstring>

#include "hls/netlist/parse.h"
#include "hls/netlist/passes.h"
#include "hls/netlist/verify.h"
#include "rtl/fp/fp_fast_guard.h"
#include "sim/instant/code.h"
#include "sim/instant/components/model.h"
#include "sim/instant/emit.h"

namespace weft::instant {

struct Program::State {
  Circuit circuit;
  Plan plan;
  Layout layout;
  std::unique_ptr<Code> code;
  std::vector<CodeRange> ranges;
  std::vector<Code::Function> rangeFunctions;
  Code::Function uniform = nullptr, commit = nullptr, outputs = nullptr;

  StorageId storageOf(const std::vector<Terminal> &terminals, const char *name) const {
    for (const Terminal &terminal : terminals)
      if (terminal.name == name)
        return terminal.storage;
    throw std::runtime_error(std::string("the netlist has no port ") + name);
  }
};

namespace {

netlist::Design parseVerified(const std::string &text) {
  if (text.empty())
    throw Unsupported("its image has no netlist");
  hls::Expected<netlist::Design> design = netlist::parse(text);
  if (!design)
    throw std::runtime_error("netlist: " + design.error().message);
  if (const auto defects = netlist::verify(*design); !defects.empty())
    throw std::runtime_error("netlist: " + defects[0].message);
  netlist::runSimulatorPasses(*design);
  return std::move(*design);
}

}  // namespace

Program::Program(const std::string &netlist) : state_(std::make_unique<State>()) {
  State &s = *state_;
  s.circuit = makeCircuit(parseVerified(netlist));
  s.plan = makePlan(s.circuit);
  s.layout = makeLayout(s.circuit);
  s.ranges = codeRanges(s.plan);
  auto context = std::make_unique<llvm::LLVMContext>();
  auto module = emitModule(*context, s.circuit, s.plan, s.layout);
  s.code = std::make_unique<Code>(std::move(context), std::move(module));
  for (const CodeRange &range : s.ranges)
    s.rangeFunctions.push_back(s.code->function(range.function));
  s.uniform = s.code->function(kUniformFunction);
  s.commit = s.code->function(kCommitFunction);
  s.outputs = s.code->function(kOutputsFunction);
}

Program::~Program() = default;

unsigned Program::lineBits() const {
  return state_->circuit.storages[state_->storageOf(state_->circuit.outputs, "m_axi_wdata_o")].width;
}

unsigned Program::addressBits() const {
  return state_->circuit.storages[state_->storageOf(state_->circuit.outputs, "m_axi_araddr_o")].width;
}

namespace {

/// Gives a model the nets that a first model of its kind asked for, in the same order.
class InstanceWiring final : public Wiring {
public:
  InstanceWiring(const Instance &instance, const Layout &layout, Word *memory)
      : instance_(instance), layout_(layout), memory_(memory),
        values_(components::complete(*instance.instance->component, netlist::valuesOf(*instance.instance))) {}

  uint64_t parameter(std::string_view name) const override { return values_.find(name)->second; }
  std::vector<Word> vectorParameter(std::string_view name) const override {
    return instant::vectorParameter(*instance_.instance, name);
  }
  const Word *input(std::string_view, unsigned, unsigned) override { return next(); }
  Word *output(std::string_view, unsigned, unsigned) override { return next(); }

private:
  Word *next() { return memory_ + layout_.storages[instance_.pins.at(next_++)]; }

  const Instance &instance_;
  const Layout &layout_;
  Word *memory_;
  components::Values values_;
  size_t next_ = 0;
};

}  // namespace

struct Kernel::State {
  /// Machine code, or a path of a model.
  struct Step {
    Code::Function code = nullptr;
    Model *model = nullptr;
    unsigned path = 0;
  };
  struct Inputs {
    Word *rst, *cfgValid, *cfgAddr, *cfgData, *start, *watch, *awReady, *wReady, *bValid, *bId, *bResp, *arReady,
        *rValid, *rId, *rData, *rResp, *rLast;
  } in{};
  struct Outputs {
    Word *done, *faultValid, *faultCode, *faultSite, *faultAddr, *awValid, *awId, *awAddr, *awLen, *awAtop, *wValid,
        *wData, *wStrb, *wLast, *bReady, *arValid, *arId, *arAddr, *arLen, *rReady;
  } out{};

  std::shared_ptr<const Program> program;
  std::vector<Word> memory;
  std::vector<std::unique_ptr<Model>> models;
  std::vector<Model *> ticks;
  std::vector<Step> steps;
  unsigned lineBytes = 0;
  bool configured = true;  // configuration words may have changed

  void makeModels(const Program::State &p);
  void makeSteps(const Program::State &p);
  void bindPorts(const Program::State &p);
  void resetSegments(const Program::State &p);
};

void Kernel::State::makeModels(const Program::State &p) {
  for (const Instance &instance : p.circuit.instances) {
    InstanceWiring wiring(instance, p.layout, memory.data());
    models.push_back(findModel(instance.instance->component->name)(wiring));
  }
  for (uint32_t instance : p.plan.ticks)
    ticks.push_back(models[instance].get());
}

void Kernel::State::makeSteps(const Program::State &p) {
  size_t range = 0;
  for (size_t i = 0; i < p.plan.steps.size(); ++i) {
    const instant::Step &step = p.plan.steps[i];
    if (step.kind == instant::Step::Kind::Path)
      steps.push_back({nullptr, models[step.first].get(), step.second});
    else if (range < p.ranges.size() && p.ranges[range].first == i)
      steps.push_back({p.rangeFunctions[range++], nullptr, 0});
  }
}

void Kernel::State::bindPorts(const Program::State &p) {
  const auto input = [&](const char *name) {
    return memory.data() + p.layout.storages[p.storageOf(p.circuit.inputs, name)];
  };
  const auto output = [&](const char *name) {
    return memory.data() + p.layout.storages[p.storageOf(p.circuit.outputs, name)];
  };
  in = {input("rst_i"),          input("cfg_valid_i"), input("cfg_addr_i"),      input("cfg_data_i"),
        input("start_i"),        input("watch_i"),     input("m_axi_awready_i"), input("m_axi_wready_i"),
        input("m_axi_bvalid_i"), input("m_axi_bid_i"), input("m_axi_bresp_i"),   input("m_axi_arready_i"),
        input("m_axi_rvalid_i"), input("m_axi_rid_i"), input("m_axi_rdata_i"),   input("m_axi_rresp_i"),
        input("m_axi_rlast_i")};
  out = {output("done_o"),        output("fault_valid_o"),   output("fault_code_o"),   output("fault_site_o"),
         output("fault_addr_o"),  output("m_axi_awvalid_o"), output("m_axi_awid_o"),   output("m_axi_awaddr_o"),
         output("m_axi_awlen_o"), output("m_axi_awatop_o"),  output("m_axi_wvalid_o"), output("m_axi_wdata_o"),
         output("m_axi_wstrb_o"), output("m_axi_wlast_o"),   output("m_axi_bready_o"), output("m_axi_arvalid_o"),
         output("m_axi_arid_o"),  output("m_axi_araddr_o"),  output("m_axi_arlen_o"),  output("m_axi_rready_o")};
}

void Kernel::State::resetSegments(const Program::State &p) {
  for (const Records &records : p.layout.segments)
    for (uint32_t i = 0; i <= records.mask; ++i)
      memory[records.first + i * records.words] = 0;
}

Kernel::Kernel(std::shared_ptr<const Program> program) : state_(std::make_unique<State>()) {
  State &s = *state_;
  const Program::State &p = *program->state_;
  s.program = std::move(program);
  s.memory.resize(p.layout.words);
  s.lineBytes = s.program->lineBits() / 8;
  s.makeModels(p);
  s.makeSteps(p);
  s.bindPorts(p);
}

Kernel::~Kernel() = default;

void Kernel::connect(sim::KernelOut &out) const {
  out.axi.wData = state_->out.wData;
  out.axi.wStrb = state_->out.wStrb;
  outputs(out);
}

void Kernel::take(const sim::KernelIn &in) {
  State::Inputs &to = state_->in;
  *to.rst = in.rst;
  *to.cfgValid = in.cfgValid;
  *to.start = in.start;
  *to.watch = in.watch;
  if (in.cfgValid) {
    *to.cfgAddr = in.cfgAddr;
    *to.cfgData = in.cfgData;
  }
  *to.awReady = in.axi.awReady;
  *to.wReady = in.axi.wReady;
  *to.arReady = in.axi.arReady;
  *to.bValid = in.axi.bValid;
  *to.rValid = in.axi.rValid;
  if (in.axi.bValid) {
    *to.bId = in.axi.bId;
    *to.bResp = in.axi.bResp;
  }
  if (in.axi.rValid) {
    *to.rId = in.axi.rId;
    *to.rResp = in.axi.rResp;
    *to.rLast = in.axi.rLast;
    std::memcpy(to.rData, in.axi.rData, state_->lineBytes);
  }
}

void Kernel::clock(sim::KernelOut &out) {
  State &s = *state_;
  const Program::State &p = *s.program->state_;
  {
    const WeftFpGuard mode;  // the host program may flush subnormals or round otherwise
    Word *const memory = s.memory.data();
    if (s.configured)
      p.uniform(memory);
    s.configured = *s.in.cfgValid != 0;
    for (const State::Step &step : s.steps)
      if (step.code)
        step.code(memory);
      else
        step.model->evaluate(step.path);
    for (Model *model : s.ticks)
      model->tick();
    if (*s.in.rst)
      s.resetSegments(p);
    p.commit(memory);
    p.outputs(memory);
  }
  outputs(out);
}

void Kernel::outputs(sim::KernelOut &to) const {
  const State::Outputs &from = state_->out;
  to.done = uint8_t(*from.done);
  to.faultValid = uint8_t(*from.faultValid);
  if (to.faultValid) {
    to.faultCode = uint8_t(*from.faultCode);
    to.faultSite = uint16_t(*from.faultSite);
    to.faultAddr = *from.faultAddr;
  }
  to.axi.bReady = uint8_t(*from.bReady);
  to.axi.rReady = uint8_t(*from.rReady);
  to.axi.awValid = uint8_t(*from.awValid);
  to.axi.wValid = uint8_t(*from.wValid);
  to.axi.arValid = uint8_t(*from.arValid);
  if (to.axi.awValid) {
    to.axi.awId = uint16_t(*from.awId);
    to.axi.awAddr = *from.awAddr;
    to.axi.awLen = uint8_t(*from.awLen);
    to.axi.awAtop = uint8_t(*from.awAtop);
  }
  if (to.axi.arValid) {
    to.axi.arId = uint16_t(*from.arId);
    to.axi.arAddr = *from.arAddr;
    to.axi.arLen = uint8_t(*from.arLen);
  }
  to.axi.wLast = uint8_t(*from.wLast);
}

}  // namespace weft::instant
