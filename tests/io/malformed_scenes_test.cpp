// SPDX-License-Identifier: MIT
/// Malformed scene files, made from a good one: each must give BadInput with a place, and nothing else.
#include <io/json_value.h>
#include <io/scene_json.h>
#include <tests/helpers/test_size.h>
#include <tests/io/every_shape.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace tactus::io {
namespace {

using Random = std::mt19937;

/// Every value of a document, itself included.
void collect(JsonValue& value, std::vector<JsonValue*>& all) {
  all.push_back(&value);
  if (auto* array = std::get_if<JsonValue::Array>(&value.value))
    for (JsonValue& item : *array) collect(item, all);
  if (auto* object = std::get_if<JsonValue::Object>(&value.value))
    for (auto& member : *object) collect(member.second, all);
}

template <class Kind> std::vector<Kind*> all_of(JsonValue& root) {
  std::vector<JsonValue*> all;
  collect(root, all);
  std::vector<Kind*> found;
  for (JsonValue* v : all)
    if (auto* kind = std::get_if<Kind>(&v->value); kind) found.push_back(kind);
  return found;
}
template <class V> V& any(std::vector<V*> from, Random& random) { return *from[random() % from.size()]; }
template <class V> auto any_at(V& container, Random& random) {
  return container.begin() + static_cast<std::ptrdiff_t>(random() % container.size());
}
JsonValue::Object& any_filled_object(JsonValue& root, Random& random) {
  for (;;)
    if (auto& object = any(all_of<JsonValue::Object>(root), random); !object.empty()) return object;
}

/// Changes a good document so that no reader may accept it. Some mutations stay valid by chance: see `hopeless`.
struct Mutation {
  const char* name;
  bool hopeless;  // every one of them is malformed
  std::function<std::string(JsonValue, Random&)> apply;
};

std::vector<Mutation> mutations() {
  using Object = JsonValue::Object;
  return {
      {"missing member", false,
       [](JsonValue root, Random& random) {
         auto& object = any_filled_object(root, random);
         object.erase(any_at(object, random));
         return to_text(root);
       }},
      {"extra member", true,
       [](JsonValue root, Random& random) {
         any(all_of<Object>(root), random).emplace_back("surplus", 1.0);
         return to_text(root);
       }},
      {"misspelt name", true,
       [](JsonValue root, Random& random) {
         any_at(any_filled_object(root, random), random)->first += 'x';
         return to_text(root);
       }},
      {"member twice", true,
       [](JsonValue root, Random& random) {
         auto& object = any_filled_object(root, random);
         object.push_back(*any_at(object, random));
         return to_text(root);
       }},
      {"text for a number", true,
       [](JsonValue root, Random& random) {
         std::vector<JsonValue*> all, numbers;
         collect(root, all);
         for (JsonValue* v : all)
           if (v->number()) numbers.push_back(v);
         any(numbers, random) = "7";
         return to_text(root);
       }},
      {"null for anything", true,
       [](JsonValue root, Random& random) {
         std::vector<JsonValue*> all;
         collect(root, all);
         any(all, random) = JsonValue{};
         return to_text(root);
       }},
      {"huge number", true,
       [](JsonValue root, Random& random) {
         any(all_of<double>(root), random) = random() % 2 ? 1e13 : -1e300;
         return to_text(root);
       }},
      {"number out of range", true,
       [](JsonValue root, Random& random) {
         any(all_of<double>(root), random) = 987654321.125;
         std::string text = to_text(root);
         const std::string replacements[] = {"1e999", "-1e999", "NaN", "Infinity", "0x10", "1.", "--1", "01"};
         return text.replace(text.find("987654321.125"), 13, replacements[random() % 8]);
       }},
      {"array of another length", false,
       [](JsonValue root, Random& random) {
         auto& array = any(all_of<JsonValue::Array>(root), random);
         if (!array.empty() && random() % 2)
           array.pop_back();
         else
           array.emplace_back(0.5);
         return to_text(root);
       }},
      {"nested too deep", true,
       [](JsonValue root, Random& random) {
         JsonValue deep = 1.0;
         for (int i = 0; i < 200; ++i)
           deep = random() % 2 ? JsonValue(JsonValue::Array{deep}) : JsonValue(Object{{"a", deep}});
         std::vector<JsonValue*> all;
         collect(root, all);
         any(all, random) = deep;
         return to_text(root);
       }},
      {"cut off", true,
       [](const JsonValue& root, Random& random) {
         const std::string text = to_text(root);
         return text.substr(0, random() % (text.size() - 3));
       }},
      {"a byte replaced", false,
       [](const JsonValue& root, Random& random) {
         std::string text = to_text(root);
         text[random() % text.size()] = static_cast<char>(random() % 256);
         return text;
       }},
      {"a byte left out", false,
       [](const JsonValue& root, Random& random) {
         std::string text = to_text(root);
         return text.erase(random() % text.size(), 1);
       }},
      {"something after the end", true, [](const JsonValue& root, Random&) { return to_text(root) + "{}"; }},
  };
}

TEST(MalformedScenes, EndInBadInputWithThePlace) {
  const JsonValue good = parse_json(scene_to_json(testing::every_shape_scene()), "good");
  Random random(20);
  int files = 0, rejected = 0;
  for (const Mutation& mutation : mutations()) {
    for (int i = 0; i < std::max(20, testing::test_size(60)); ++i, ++files) {  // with sanitizers, too, 280 files
      const std::string text = mutation.apply(good, random);
      try {
        scene_from_json(text, "bad.json");
        EXPECT_FALSE(mutation.hopeless) << mutation.name << " was accepted:\n" << text;
      } catch (const BadInput& error) {
        ++rejected;
        const std::string words = error.what();
        EXPECT_TRUE(words.starts_with("bad.json:") && error.line() > 0) << mutation.name << ": " << words;
        EXPECT_LT(words.size(), 700u) << words;
      }  // any other exception fails the test
    }
  }
  RecordProperty("rejected", rejected);
  EXPECT_GT(rejected, files * 3 / 4) << "of " << files;
  std::cout << rejected << " of " << files << " files rejected\n";
}

}  // namespace
}  // namespace tactus::io
