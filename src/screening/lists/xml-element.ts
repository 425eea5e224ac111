// An element of an XML list with all that is in it, as a mapper sees it.

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** `text` holds the text of the element itself, without that of its children. */
  readonly text: string;
}

export function childrenOf({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** Returns the descendants of that name at any depth. */
export function descendantsOf({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.flatMap((child) => [...(child.name === name ? [child] : []), ...descendantsOf(child, name)]);
}

/** Returns the text of each such element that has some, at any depth. */
export function textsOf(element: XmlElement, name: string): readonly string[] {
  return descendantsOf(element, name)
    .map(({ text }) => toClean(text))
    .filter((text) => text !== '');
}

/** Returns the text of the first child of that name, or an empty text if there is none. */
export function textOf(element: XmlElement, name: string): string {
  return toClean(element.children.find((child) => child.name === name)?.text ?? '');
}

/** Returns the value of an attribute, or an empty text if there is none. */
export function attributeOf({ attributes }: XmlElement, name: string): string {
  return toClean(attributes[name] ?? '');
}

/** Returns the texts of each child of that name, and of each `VALUE` in them. */
export function valuesOf(element: XmlElement, name: string): readonly string[] {
  const texts = childrenOf(element, name).flatMap((child) => [child, ...childrenOf(child, 'VALUE')]);
  return texts.map(({ text }) => toClean(text)).filter((text) => text !== '');
}

function toClean(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
