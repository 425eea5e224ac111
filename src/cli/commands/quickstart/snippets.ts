// The first call in several languages, with the address and the key of this installation, to be pasted into a shell as it is.

import type { firstPerson } from '../../../compose/commands/quickstart.ts';

export interface Snippet {
  readonly title: string;
  readonly code: string;
}

export function toSnippets(address: string, key: string, person: typeof firstPerson): readonly Snippet[] {
  const url = `${address}/v1/verify/cpf`;
  const body = JSON.stringify(person);
  return [
    {
      title: 'curl',
      code: `curl -s ${url} -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
  -d '${body}'`,
    },
    {
      title: 'Node 18 or later',
      code: `node --input-type=module <<'END'
const answer = await fetch('${url}', {
  method: 'POST',
  headers: { authorization: 'Bearer ${key}', 'content-type': 'application/json' },
  body: JSON.stringify(${body}),
});
console.log(await answer.json());
END`,
    },
    {
      title: 'Python 3',
      code: `python3 - <<'END'
import json, urllib.request
call = urllib.request.Request('${url}', method='POST', data=json.dumps(${body}).encode())
call.add_header('Authorization', 'Bearer ${key}')
call.add_header('Content-Type', 'application/json')
print(json.load(urllib.request.urlopen(call)))
END`,
    },
    {
      title: 'Java 11 or later',
      code: `cat > Ask.java <<'END'
import java.net.URI;
import java.net.http.*;
class Ask {
  public static void main(String[] args) throws Exception {
    var call = HttpRequest.newBuilder(URI.create("${url}"))
      .header("Authorization", "Bearer ${key}").header("Content-Type", "application/json")
      .POST(HttpRequest.BodyPublishers.ofString(${JSON.stringify(body)})).build();
    System.out.println(HttpClient.newHttpClient().send(call, HttpResponse.BodyHandlers.ofString()).body());
  }
}
END
java Ask.java`,
    },
  ];
}
