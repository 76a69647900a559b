// SPDX-License-Identifier: Apache-2.0
// What makes the models: one function a component.
#pragma once
#include "sim/instant/components/model.h"

namespace weft::instant {

std::unique_ptr<Model> makeBarrier(Wiring &wiring);
std::unique_ptr<Model> makePartialBarrier(Wiring &wiring);
std::unique_ptr<Model> makeFaultCollector(Wiring &wiring);
std::unique_ptr<Model> makeGroupSource(Wiring &wiring);
std::unique_ptr<Model> makeHangDetector(Wiring &wiring);
std::unique_ptr<Model> makeKernelConfig(Wiring &wiring);
std::unique_ptr<Model> makeKernelMemoryPort(Wiring &wiring);
std::unique_ptr<Model> makeElementsInTurn(Wiring &wiring);
std::unique_ptr<Model> makeLanesInTurn(Wiring &wiring);
std::unique_ptr<Model> makeLocalAccumulator(Wiring &wiring);
std::unique_ptr<Model> makeLocalAtomic(Wiring &wiring);
std::unique_ptr<Model> makeLocalBanks(Wiring &wiring);
std::unique_ptr<Model> makeLocalMem(Wiring &wiring);
std::unique_ptr<Model> makeLocalWriteArbiter(Wiring &wiring);
std::unique_ptr<Model> makeLoopGate(Wiring &wiring);
std::unique_ptr<Model> makeLoopPace(Wiring &wiring);
std::unique_ptr<Model> makeLsuAtomic(Wiring &wiring);
std::unique_ptr<Model> makeLsuLoadCached(Wiring &wiring);
std::unique_ptr<Model> makeLineCache(Wiring &wiring);
std::unique_ptr<Model> makeLsuLoadLanes(Wiring &wiring);
std::unique_ptr<Model> makeLsuLoadPacket(Wiring &wiring);
std::unique_ptr<Model> makeLsuLoadScatter(Wiring &wiring);
std::unique_ptr<Model> makeLsuLoadStream(Wiring &wiring);
std::unique_ptr<Model> makeLsuStoreLanes(Wiring &wiring);
std::unique_ptr<Model> makeLsuStorePacket(Wiring &wiring);
std::unique_ptr<Model> makeLsuStoreScatter(Wiring &wiring);
std::unique_ptr<Model> makeLsuStoreStream(Wiring &wiring);
std::unique_ptr<Model> makeMemoryCrossbar(Wiring &wiring);
std::unique_ptr<Model> makeNDRangeDispatcher(Wiring &wiring);
std::unique_ptr<Model> makeNDRangeIssue(Wiring &wiring);
std::unique_ptr<Model> makeRom(Wiring &wiring);
std::unique_ptr<Model> makeStreamDeal(Wiring &wiring);
std::unique_ptr<Model> makeStreamSlice(Wiring &wiring);
std::unique_ptr<Model> makeUnitFaults(Wiring &wiring);

}  // namespace weft::instant
