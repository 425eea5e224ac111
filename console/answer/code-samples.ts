// The same call for programs. The key is a variable in all of them: a sample is pasted into many places.

export const sampleLanguages = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const;
export type SampleLanguage = keyof typeof sampleLanguages;

export function toSample(language: SampleLanguage, kind: 'cpf' | 'cnpj', body: object): string {
  const address = `${location.origin}/v1/verify/${kind}?explain=true`;
  const json = JSON.stringify(body);
  if (language === 'curl') {
    return `curl -s '${address}' \\
  -H "Authorization: Bearer $CONFERE_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${json.replaceAll("'", "'\\''")}'`;
  }
  if (language === 'typescript') {
    return `const response = await fetch('${address}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.CONFERE_API_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${json}),
});
if (!response.ok) throw new Error((await response.json()).code);
const answer = await response.json();`;
  }
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${address}",
    data=json.dumps(${json}).encode(),
    headers={
        "Authorization": f"Bearer {os.environ['CONFERE_API_KEY']}",
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)`;
}
