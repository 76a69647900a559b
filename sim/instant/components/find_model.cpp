// SPDX-License-Identifier: Apache-2.0
#include "sim/instant/components/models.h"

namespace weft::instant {

MakeModel findModel(std::string_view component) {
  static const std::map<std::string_view, MakeModel> models = {
      {"barrier", makeBarrier},
      {"fault_collector", makeFaultCollector},
      {"group_source", makeGroupSource},
      {"hang_detector", makeHangDetector},
      {"kernel_config", makeKernelConfig},
      {"kernel_memory_port", makeKernelMemoryPort},
      {"elements_in_turn", makeElementsInTurn},
      {"lanes_in_turn", makeLanesInTurn},
      {"line_cache", makeLineCache},
      {"local_accumulator", makeLocalAccumulator},
      {"local_atomic", makeLocalAtomic},
      {"local_banks", makeLocalBanks},
      {"local_mem", makeLocalMem},
      {"local_write_arbiter", makeLocalWriteArbiter},
      {"loop_gate", makeLoopGate},
      {"loop_pace", makeLoopPace},
      {"lsu_atomic", makeLsuAtomic},
      {"lsu_load_cached", makeLsuLoadCached},
      {"lsu_load_lanes", makeLsuLoadLanes},
      {"lsu_load_packet", makeLsuLoadPacket},
      {"lsu_load_scatter", makeLsuLoadScatter},
      {"lsu_load_stream", makeLsuLoadStream},
      {"lsu_store_lanes", makeLsuStoreLanes},
      {"lsu_store_packet", makeLsuStorePacket},
      {"lsu_store_scatter", makeLsuStoreScatter},
      {"lsu_store_stream", makeLsuStoreStream},
      {"memory_crossbar", makeMemoryCrossbar},
      {"ndrange_dispatcher", makeNDRangeDispatcher},
      {"ndrange_issue", makeNDRangeIssue},
      {"rom", makeRom},
      {"partial_barrier", makePartialBarrier},
      {"stream_deal", makeStreamDeal},
      {"stream_slice", makeStreamSlice},
      {"unit_faults", makeUnitFaults},
  };
  const auto found = models.find(component);
  return found == models.end() ? nullptr : found->second;
}

}  // namespace weft::instant
