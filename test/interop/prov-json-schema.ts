/**
 * The structure of a PROV-JSON document as the W3C member submission of 24 April 2013 describes it
 * (https://www.w3.org/submissions/prov-json/), written down anew as JSON Schema: the schema that the submission links to is not at hand here. As in
 * there, kinds of records and their required members are closed, attributes are literals or lists of them, and ids are URIs by their form.
 */
const uri = { type: 'string', format: 'uri' }
const time = { type: 'string', format: 'date-time' }
const scalar = { anyOf: [
  { type: 'string' }, { type: 'number' }, { type: 'boolean' },
  { type: 'object', properties: { $: { type: 'string' }, type: uri, lang: { type: 'string' } }, required: ['$'], additionalProperties: false },
] }
const attribute = { anyOf: [scalar, { type: 'array', minItems: 1, items: scalar }] }

/** Records with these members; the first ones, as many as are required. */
const records = (required: string[], more: Record<string, object> = {}) => ({
  type: 'object',
  additionalProperties: {
    type: 'object', properties: { ...Object.fromEntries(required.map((name) => [name, uri])), ...more }, required, additionalProperties: attribute,
  },
})

const kinds = {
  entity: records([]),
  activity: records([], { 'prov:startTime': time, 'prov:endTime': time }),
  agent: records([]),
  wasGeneratedBy: records(['prov:entity'], { 'prov:activity': uri, 'prov:time': time }),
  used: records(['prov:entity', 'prov:activity'], { 'prov:time': time }),
  wasInformedBy: records(['prov:informed', 'prov:informant']),
  wasStartedBy: records(['prov:activity'], { 'prov:trigger': uri, 'prov:starter': uri, 'prov:time': time }),
  wasEndedBy: records(['prov:activity'], { 'prov:trigger': uri, 'prov:ender': uri, 'prov:time': time }),
  wasInvalidatedBy: records(['prov:entity'], { 'prov:activity': uri, 'prov:time': time }),
  wasDerivedFrom: records(['prov:generatedEntity', 'prov:usedEntity'], { 'prov:activity': uri, 'prov:generation': uri, 'prov:usage': uri }),
  wasAttributedTo: records(['prov:entity', 'prov:agent']),
  wasAssociatedWith: records(['prov:activity'], { 'prov:agent': uri, 'prov:plan': uri }),
  actedOnBehalfOf: records(['prov:delegate', 'prov:responsible'], { 'prov:activity': uri }),
  wasInfluencedBy: records(['prov:influencer', 'prov:influencee']),
  specializationOf: records(['prov:generalEntity', 'prov:specificEntity']),
  alternateOf: records(['prov:alternate1', 'prov:alternate2']),
  hadMember: records(['prov:collection', 'prov:entity']),
}
const prefix = { type: 'object', patternProperties: { '^[a-zA-Z0-9_\\-]+$': uri }, additionalProperties: false }
const bundled = { type: 'object', properties: { prefix, ...kinds }, additionalProperties: false }

/** The whole document. */
export const provJsonSchema = { type: 'object', properties: { prefix, ...kinds, bundle: { type: 'object', additionalProperties: bundled } }, additionalProperties: false }
