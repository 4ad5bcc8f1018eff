/** The same question in three languages, as the start page shows it; a test runs each against a tree. */
export const START_CALLS = [
  {
    name: "curl",
    language: "sh",
    code: "curl -s 'http://localhost:8080/api/v1/earthquakes/?hours=168&min_mag=5'",
  },
  {
    name: "JavaScript",
    language: "js",
    code: `const answer = await fetch("http://localhost:8080/api/v1/earthquakes/?hours=168&min_mag=5");
const { count, earthquakes } = await answer.json();
console.log(count, earthquakes[0]?.place_description);`,
  },
  {
    name: "Python",
    language: "python",
    code: `import json, urllib.request
url = "http://localhost:8080/api/v1/earthquakes/?hours=168&min_mag=5"
answer = json.load(urllib.request.urlopen(url))
for one in answer["earthquakes"]:
    print(one["magnitude"], one["place_description"])`,
  },
] as const;
