// SPDX-License-Identifier: MIT
#pragma once
/// The steps of an algorithm (tactus/narrow/steps.h) as JSON, for pages and other programs. docs/steps_format.md
/// describes the document.
#include <io/json_value.h>
#include <tactus/narrow/steps.h>

namespace tactus::io {

/// Missing fields of a step are left out. A number that is not finite becomes null.
JsonValue steps_to_json(const narrow::Steps<double>& run);

}  // namespace tactus::io
