import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createXmlFormat } from './xml-body.ts';

const { parse } = createXmlFormat({ lists: ['debt', 'checks.check'] });
const read = (text: string, charset?: string) => parse(Buffer.from(text), charset);
const treeOf = (text: string): unknown => {
  const body = read(text);
  return body.kind === 'tree' ? body.sent : body.kind;
};

const soap11 = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap12 = 'http://www.w3.org/2003/05/soap-envelope';
const envelope = (content: string, uri = soap11) =>
  `<s:Envelope xmlns:s="${uri}"><s:Header><id>1</id></s:Header><s:Body>${content}</s:Body></s:Envelope>`;

describe('an answer in XML', () => {
  it.each([
    ['<a>text</a>', { a: 'text' }],
    ['<a> \n text\t</a>', { a: 'text' }],
    ['<a><b/><c></c></a>', { a: { b: '', c: '' } }],
    ['<a b="1" c=" 2 "/>', { a: { '@b': '1', '@c': ' 2 ' } }],
    ['<a b="1">x</a>', { a: { '@b': '1', '#text': 'x' } }],
    ['<a><b>1</b><c/><b>2</b></a>', { a: { b: ['1', '2'], c: '' } }],
    ['<a><debt>1</debt></a>', { a: { debt: ['1'] } }],
    ['<a><check>1</check><checks><check>2</check></checks></a>', { a: { check: '1', checks: { check: ['2'] } } }],
    ['<x:a xmlns:x="urn:x"><x:b>1</x:b></x:a>', { a: { b: '1' } }],
    ['<a xmlns="urn:x" xmlns:y="urn:y" y:id="7" id="8"/>', { a: { '@id': '8' } }],
    ['<a><![CDATA[ <b> & ]]></a>', { a: '<b> &' }],
    ['<a>\n<![CDATA[x]]>\n</a>', { a: 'x' }],
    ['<a><b>x</b><!-- no text --></a>', { a: { b: 'x' } }],
    ['<a>&lt;&amp;&#233;&apos;</a>', { a: "<&é'" }],
    ['<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<a>x</a>\n', { a: 'x' }],
    ['<a/>', {}],
  ])('%s is read by the one rule', (text, tree) => {
    expect(treeOf(text)).toEqual(tree);
  });

  it('holds any text, however it is escaped', () => {
    const text = fc.string({ unit: fc.constantFrom(...'<>&"\'\n\t ]!-/=aç€', '😀', '\u0085', '\u00a0', ']]', '<!--') });
    fc.assert(
      fc.property(text, (each) => {
        const escaped = each.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
        expect(treeOf(`<a><b>${escaped}</b></a>`)).toEqual({ a: { b: each.replace(/^[ \t\n]+|[ \t\n]+$/g, '') } });
      }),
    );
  });

  it('knows nothing of an element that is declared to be null', () => {
    const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
    const body = read(`<a ${xsi}><b xsi:nil="true"/><c xsi:nil="false">1</c></a>`);
    expect(body).toMatchObject({ sent: { a: { b: null, c: '1' } }, known: { a: { c: '1' } } });
    expect((body as unknown as { known: { a: object } }).known.a).not.toHaveProperty('b');
    expect(treeOf(`<a ${xsi}><b xsi:nil="1">and yet</b></a>`)).toBe('unreadable');
  });

  it('is read in time that grows with its length, whatever its blanks', () => {
    const blanks = ' '.repeat(500_000);
    expect(treeOf(`<a>x${blanks}y</a>`)).toEqual({ a: `x${blanks}y` });
    expect(treeOf(`<a>${blanks}x${blanks}</a>`)).toEqual({ a: 'x' });
  });

  it('is refused wherever it is cut off', () => {
    const text = '<?xml version="1.0"?><a b="1"><c>&lt;<![CDATA[x]]></c><!-- d --></a>';
    const whole = text.replace('&lt;', '');
    expect(treeOf(whole)).toEqual({ a: { '@b': '1', c: 'x' } });
    for (let end = 0; end < whole.length; end++)
      expect(treeOf(whole.slice(0, end)), whole.slice(0, end)).toBe('unreadable');
  });

  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  it.each([
    ['entities that multiply', `<!DOCTYPE a [<!ENTITY l0 "lol">${laughs}]><a>&l9;</a>`],
    ['one long entity, used often', `<!DOCTYPE a [<!ENTITY l "${'x'.repeat(9999)}">]><a>${'&l;'.repeat(999)}</a>`],
    ['a file', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>'],
    ['a document type elsewhere', '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/a.dtd"><a/>'],
    ['a parameter entity', '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:1/p">%p;]><a/>'],
    ['an empty document type', '<!DOCTYPE a><a>x</a>'],
    ['an entity of HTML', '<a>&eacute;</a>'],
    ['an entity that nobody defined', '<a b="&x;"/>'],
    ['a style sheet', '<?xml-stylesheet href="http://127.0.0.1:1/x"?><a>x</a>'],
    ['a processing instruction', '<a>x<?php echo 1 ?></a>'],
    ['an inclusion', '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="/etc/passwd"/></a>'],
    ['XML 1.1', '<?xml version="1.1"?><a>x</a>'],
    ['a number in pieces by a comment', '<a><score>7<!-- -->42</score></a>'],
    ['a number in pieces by a section', '<a><score>7<![CDATA[42]]></score></a>'],
    ['text around elements', '<a>7<score>1</score>42</a>'],
    ['a prefix that is not bound', '<x:a>1</x:a>'],
    ['a prefix bound to nothing', '<x:a xmlns:x="">1</x:a>'],
    ['the same name in two namespaces', '<a xmlns:e="urn:evil"><cpf>1</cpf><e:cpf>2</e:cpf></a>'],
    ['an attribute twice', '<a b="1" b="2"/>'],
    ['an attribute twice by two prefixes', '<a xmlns:x="u" xmlns:y="u" x:b="1" y:b="2"/>'],
    ['a prototype', '<a><__proto__><b>1</b></__proto__></a>'],
    ['a prototype outermost', '<__proto__><b>1</b></__proto__>'],
    ['a character that XML does not have', '<a>\u0001</a>'],
    ['a reference to such a character', '<a>&#0;</a>'],
    ['half a character', '<a>&#xD800;</a>'],
    ['two documents', '<a>1</a><a>2</a>'],
    ['text behind the document', '<a>1</a>x'],
    ['elements that cross', '<a><b></a></b>'],
    ['JSON', '{"a": 1}'],
    ['a page for people', '<html><body>Em manutenção</body></html>'],
    ['nothing', ''],
  ])('with %s is refused', (_, text) => {
    expect(treeOf(text)).toBe('unreadable');
  });

  it('nests at most 64 deep and has at most 100,000 parts', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(read(nested(64)).kind).toBe('tree');
    expect(read(nested(65)).kind).toBe('unreadable');
    expect(read(nested(200_000)).kind).toBe('unreadable');
    const parts = (count: number) => `<a>${'<b/>'.repeat(count - 1)}</a>`;
    expect(read(parts(100_000)).kind).toBe('tree');
    expect(read(parts(100_001)).kind).toBe('unreadable');
    const attributes = Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ');
    expect(read(`<a ${attributes}/>`).kind).toBe('unreadable');
  });

  it('declares at most 1,024 namespaces in all: each element with one copies all that stand around it', () => {
    const declared = (count: number) => Array.from({ length: count }, (_, n) => `xmlns:n${n}="u"`).join(' ');
    expect(read(`<a ${declared(1024)}/>`).kind).toBe('tree');
    expect(read(`<a ${declared(1025)}/>`).kind).toBe('unreadable');
    const spread = (count: number) => `<a xmlns="u">${'<b xmlns="u"/>'.repeat(count - 1)}</a>`;
    expect(read(spread(1024)).kind).toBe('tree');
    expect(read(spread(1025)).kind).toBe('unreadable');
  });
});

describe('the encoding of an answer in XML', () => {
  const latin = (declared: string) => Buffer.from(`<?xml version="1.0" encoding="${declared}"?><a>ção</a>`, 'latin1');

  it.each([
    [latin('ISO-8859-1'), undefined],
    [latin('windows-1252'), undefined],
    [latin('iso-8859-1'), 'iso-8859-1'],
    // The standard of the web reads both as windows-1252.
    [latin('ISO-8859-1'), 'windows-1252'],
    [Buffer.from('<a>ção</a>', 'latin1'), 'iso-8859-1'],
    [Buffer.from('<a>ção</a>'), undefined],
    [Buffer.from('\ufeff<a>ção</a>'), 'utf-8'],
  ])('is read as it was declared (%#)', (bytes, charset) => {
    expect(parse(bytes, charset)).toMatchObject({ sent: { a: 'ção' } });
  });

  it('may be contradicted only where that makes no difference', () => {
    const ascii = (charset: string) => Buffer.from(`<?xml version="1.0" encoding="${charset}"?><a>cao</a>`);
    expect(parse(ascii('UTF-8'), 'iso-8859-1')).toMatchObject({ sent: { a: 'cao' } });
    expect(parse(latin('ISO-8859-1'), 'utf-8').kind).toBe('unreadable');
    expect(parse(latin('UTF-8'), 'iso-8859-1').kind).toBe('unreadable');
    expect(parse(Buffer.from('\ufeff<?xml version="1.0" encoding="ISO-8859-1"?><a>ção</a>'), undefined).kind).toBe(
      'unreadable',
    );
  });

  it.each([
    ['bytes that are no UTF-8', Buffer.from('<a>ção</a>', 'latin1'), undefined],
    ['UTF-7 by header', Buffer.from('<a>+AGE-</a>'), 'utf-7'],
    ['UTF-7 by declaration', Buffer.from('<?xml version="1.0" encoding="UTF-7"?><a>x</a>'), undefined],
    ['UTF-16 by mark', Buffer.from('\ufeff<a>x</a>', 'utf16le'), undefined],
    ['UTF-16 without a mark', Buffer.from('<?xml version="1.0"?><a>x</a>', 'utf16le'), undefined],
    ['UTF-16 by header', Buffer.from('<a>x</a>', 'utf16le'), 'utf-16'],
    ['UTF-16 declared in ASCII', Buffer.from('<?xml version="1.0" encoding="UTF-16"?><a>x</a>'), undefined],
    ['a charset that nobody knows', Buffer.from('<a>x</a>'), 'x-user-defined'],
  ])('is refused with %s', (_, bytes, charset) => {
    expect(parse(bytes, charset).kind).toBe('unreadable');
  });
});

describe('an answer in SOAP', () => {
  it.each([soap11, soap12])('is what the body of the message holds (%s)', (uri) => {
    expect(treeOf(envelope('<r:result xmlns:r="urn:r" a="1"><b>2</b></r:result>', uri))).toEqual({
      result: { '@a': '1', b: '2' },
    });
    expect(treeOf(envelope('', uri))).toEqual({});
  });

  it('is a fault in one form, whichever version it comes in', () => {
    const old =
      '<s:Fault><faultcode>s:Client.Login</faultcode><faultstring xml:lang="pt">Não</faultstring><detail><c>7</c></detail></s:Fault>';
    expect(read(envelope(old))).toMatchObject({
      sent: { fault: { code: 'Client.Login', text: 'Não', detail: { c: '7' } } },
      fault: 'ours',
    });
    const reason = '<s:Reason><s:Text xml:lang="pt">Não</s:Text><s:Text xml:lang="en">No</s:Text></s:Reason>';
    const code = '<s:Code><s:Value>s:Receiver</s:Value><s:Subcode><s:Value>x:busy</s:Value></s:Subcode></s:Code>';
    expect(read(envelope(`<s:Fault>${code}${reason}</s:Fault>`, soap12))).toMatchObject({
      sent: { fault: { code: 'Receiver', subcode: 'busy', text: 'Não' } },
      fault: 'theirs',
    });
  });

  it.each([
    ['a fault beside an answer', envelope('<s:Fault><faultcode>s:Server</faultcode></s:Fault><result>1</result>')],
    ['two faults', envelope('<s:Fault/><s:Fault/>')],
    ['two bodies', `<s:Envelope xmlns:s="${soap11}"><s:Body><a>1</a></s:Body><s:Body><a>2</a></s:Body></s:Envelope>`],
    ['no body', `<s:Envelope xmlns:s="${soap11}"><s:Header/></s:Envelope>`],
    ['the body of another namespace', `<s:Envelope xmlns:s="${soap11}"><Body><a>1</a></Body></s:Envelope>`],
    ['the fault of another namespace', envelope('<e:Fault xmlns:e="urn:evil"><faultcode>x</faultcode></e:Fault>')],
  ])('with %s is refused', (_, text) => {
    expect(treeOf(text)).toBe('unreadable');
  });

  it('is no message where the envelope is of another namespace', () => {
    expect(treeOf('<Envelope><Body><a>1</a></Body></Envelope>')).toEqual({ Envelope: { Body: { a: '1' } } });
  });
});
