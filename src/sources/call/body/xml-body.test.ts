import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createXmlFormat } from '../../answer/xml/xml-body.ts';
import { compileRequest } from '../request.ts';
import type { RequestProblem } from './request-body.ts';

function compile(xml: string) {
  const problems: RequestProblem[] = [];
  const slots = { subjectNames: ['cpf', 'name'], secretNames: ['key'], accept: 'text/xml' };
  const request = compileRequest({ path: '/', xml }, slots, (path, problem) => void problems.push({ path, problem }));
  return { ...request, problems };
}

function render(text: string, values: Record<string, string | null> = {}): string {
  const { build, problems } = compile(text);
  expect(problems).toEqual([]);
  const { body } = build({ cpf: '1', name: 'A', ...values });
  return String(body).replace('<?xml version="1.0" encoding="UTF-8"?>', '');
}

describe('a request in XML', () => {
  it('is the template with its values, without the blanks between elements', () => {
    const text = `<?xml version="1.0"?>
      <s:Envelope xmlns:s="urn:s" id="{cpf}">
        <!-- for whoever reads the file -->
        <s:cpf kind="F">{cpf}</s:cpf><empty/>
      </s:Envelope>`;
    expect(render(text)).toBe(
      '<s:Envelope xmlns:s="urn:s" id="1"><s:cpf kind="F">1</s:cpf><empty></empty></s:Envelope>',
    );
    expect(compile(text).build({ cpf: '1' }).headers['content-type']).toBe('text/xml; charset=utf-8');
  });

  it('says the same to whoever reads it, whatever the values hold', () => {
    const { parse } = createXmlFormat({ lists: [] });
    const { build } = compile('<q a="{name}"><n>{name}</n><fixed>1</fixed></q>');
    const isXml = /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
    const signs = fc.constantFrom(...'<>&"\'{}\n\r\t ]!-/=aç€', '😀', '\u0000', '\ud800', '\uffff', ']]>', '<!--');
    fc.assert(
      fc.property(fc.string({ unit: signs }), (name) => {
        const read = parse(Buffer.from(String(build({ name }).body)), undefined);
        const heard = isXml.test(name) ? name : expect.any(String);
        const trimmed = typeof heard === 'string' ? heard.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '') : heard;
        expect(read).toMatchObject({ sent: { q: { '@a': heard, n: trimmed, fixed: '1' } } });
      }),
    );
  });

  it('leaves out the attribute and the element whose placeholder has no value', () => {
    const text = '<q><n kind="x">{name}</n><p n="{name}"><c>{cpf}</c></p><deep>Name: {name}<c/></deep></q>';
    expect(render(text, { name: null })).toBe('<q><p><c>1</c></p></q>');
  });

  it('writes a value for the document that a text is itself', () => {
    expect(render('<q><inner><![CDATA[<c n="{name|xml}"/>]]></inner></q>', { name: '"/><d>&' })).toContain(
      '<inner>&lt;c n=&quot;&amp;quot;/&amp;gt;&amp;lt;d&amp;gt;&amp;amp;&quot;/&gt;</inner>',
    );
    const name = '","admin":true,"x":"';
    const { parse } = createXmlFormat({ lists: [] });
    const written = render('<q><dados>{{"cpf":"{cpf}","nome":{name|json}}}</dados></q>', { name });
    const { sent } = parse(Buffer.from(written), undefined) as unknown as { sent: { q: { dados: string } } };
    expect(JSON.parse(sent.q.dados)).toEqual({ cpf: '1', nome: name });
  });

  it.each([
    ['between two sections', '<q><inner><![CDATA[<p><nome>]]>{name}<![CDATA[</nome></p>]]></inner></q>'],
    ['with comments in it', '<q><inner>&lt;p>&lt;nome><!-- who -->{name}<!-- -->&lt;/nome>&lt;/p></inner></q>'],
    ['around an element', '<q><inner><![CDATA[<p><nome>]]><b/>{name}<![CDATA[</nome></p>]]></inner></q>'],
    ['that is cut within a tag', '<q><inner><![CDATA[<p><nome>]]>{name}<![CDATA[</nome></p]]><!-- -->&gt;</inner></q>'],
    ['in an attribute', '<q><inner text="&lt;p>&lt;nome>{name}&lt;/nome>&lt;/p>"/></q>'],
  ])('keeps a name a name in an inner document %s', (_, text) => {
    expect(compile(text).problems).toEqual([{ path: ['xml'], problem: expect.stringContaining('{name|xml}') }]);
    const { parse } = createXmlFormat({ lists: [] });
    const name = '</nome><cpf>98765432100</cpf><nome>';
    const mended = render(text.replace('{name}', '{name|xml}'), { name }).replace('<b></b>', '');
    const outer = parse(Buffer.from(mended), undefined);
    const { inner } = (outer as unknown as { sent: { q: { inner: string | { '@text': string } } } }).sent.q;
    const written = typeof inner === 'string' ? inner : inner['@text'];
    expect(parse(Buffer.from(written), undefined)).toMatchObject({ sent: { p: { nome: name } } });
  });

  it('is not sent without a name that stands beside an element with the number', () => {
    const { findUnfit } = compile('<q><who>{name}<c>{cpf}</c></who></q>');
    expect(findUnfit?.({ cpf: '1', name: 'A' })).toBeUndefined();
    expect(findUnfit?.({ cpf: '1', name: null })).toMatchObject({ path: ['xml'] });
    expect(compile('<q><who>{name}<c/></who><c>{cpf}</c></q>').findUnfit).toBeUndefined();
  });

  it.each([
    ['<q><a></q>', 'it is not well-formed (line 1 of the text)'],
    ['<q>\n<a>\n</b></q>', 'line 3 of the text'],
    ['<x:q/>', 'a prefix of it stands for nothing'],
    ['<!DOCTYPE q><q/>', 'it has a document type'],
    ['', 'it is not well-formed'],
    ['<q><a>{nobody}</a></q>', 'there is no placeholder {nobody}'],
    ['<q {cpf}="1"/>', 'it is not well-formed'],
    ['<q><a>{name|xml}</a></q>', '{name|xml} is for a text that is a document; here write {name}'],
    ['<q>{cpf}</q>', 'the outermost element cannot hold a placeholder of its own'],
  ])('is refused as %o', (text, problem) => {
    expect(
      compile(text)
        .problems.map((each) => each.problem)
        .join(),
    ).toContain(problem);
  });
});
