// What is in a release, for a scanner: a bill of materials in CycloneDX. Its order and content follow from the release alone.

export interface Component {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  /** Folders of the release. */
  readonly places: readonly string[];
}

interface Described {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

export function createSbom(release: Described, node: string, components: readonly Component[]) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', ...describe(release) } },
    components: [
      // Scanners know faults of Node by this name, and none by those of the packages that bring it.
      {
        type: 'platform',
        'bom-ref': `pkg:generic/node@${node}`,
        name: 'node',
        version: node,
        cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
        purl: `pkg:generic/node@${node}`,
        licenses: toLicences('MIT'),
      },
      ...components.map(({ places, ...described }) => ({
        type: 'library',
        ...describe(described),
        evidence: { occurrences: places.map((location) => ({ location })) },
      })),
    ],
  };
}

function describe({ name, version, license }: Described) {
  const [scope, own] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    'bom-ref': purl,
    ...(scope === undefined ? {} : { group: scope }),
    name: own,
    version,
    ...(license === undefined ? {} : { licenses: toLicences(license) }),
    purl,
  };
}

/** One licence by its name, several with how they go together. */
function toLicences(license: string) {
  return /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}
