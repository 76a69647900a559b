// SPDX-License-Identifier: Apache-2.0
// What every netlist keeps. A violation is a defect of Weft, never of the user's kernel:
//  * indices name something, widths of expressions, targets and ports are equal (widths.h);
//  * every net has exactly one driver, every input of an instance exactly one connection;
//  * a stream has exactly one producer and one consumer;
//  * what meets in an expression of a segment belongs to one stage, an operator's result to a stage `Latency` later, a
//    register's to the next;
//  * the source location of an item has a line;
//  * no path through expressions and the unregistered paths of components and modules leads back to its start.
#pragma once
#include <vector>

#include "hls/diagnostic.h"
#include "hls/netlist/netlist.h"

namespace weft::netlist {

/// The defects found, each with the module and the names of what it is about; empty if there are none.
std::vector<hls::Diagnostic> verify(const Design &design);

/// The last rule alone, for a design that keeps the others.
std::vector<hls::Diagnostic> findLoops(const Design &design);

}  // namespace weft::netlist
