import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readXml } from './xml-events.ts';

async function read(...pieces: string[]): Promise<string[]> {
  const events: string[] = [];
  let text = '';
  const flush = () => {
    if (text !== '') events.push(text);
    text = '';
  };
  const chunks = (async function* () {
    yield* pieces;
  })();
  await readXml(chunks, {
    open(name, attributes) {
      flush();
      events.push(`<${name} ${JSON.stringify(attributes())}`);
    },
    text: (more) => {
      text += more;
    },
    close(name) {
      flush();
      events.push(`/${name}`);
    },
  });
  return events;
}

const sheet = `\uFEFF<?xml version="1.0"?><x:row r='1' x:s="a > b &amp; c"><!-- <c> --><x:c t="s"/>1 &lt; 2 &#233;<![CDATA[<&]]></x:row>`;
const events = ['<row {"r":"1","s":"a > b & c"}', '<c {"t":"s"}', '/c', '1 < 2 é<&', '/row'];

describe('the XML of a spreadsheet', () => {
  test('is read the same in whatever pieces it comes', async () => {
    expect(await read(sheet)).toEqual(events);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(sheet.length)), async (cuts) => {
        const at = [0, ...cuts.toSorted((one, other) => one - other), sheet.length];
        expect(await read(...at.slice(1).map((end, index) => sheet.slice(at[index], end)))).toEqual(events);
      }),
    );
  });

  test('is refused where it is cut off, at whatever place', async () => {
    for (let end = sheet.indexOf('<x:row'); end < sheet.length; end++) {
      await expect(read(sheet.slice(0, end)), `cut at ${end}`).rejects.toThrow('damaged');
    }
  });

  test.each([
    ['elements that are not nested', '<a><b></a></b>'],
    ['a second root', '<a/><b/>'],
    ['an entity that XML does not have', '<a>&eacute;</a>'],
    ['an attribute without quotes', '<a b=c/>'],
    ['a tag without an end', `<a ${'b'.repeat(200_000)}`],
  ])('is refused with %s', async (_, text) => {
    await expect(read(text)).rejects.toThrow('damaged');
  });

  test('is refused with entities of its own', async () => {
    await expect(read('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).rejects.toThrow('XML of its own');
  });
});
