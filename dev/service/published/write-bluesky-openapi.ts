import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { main, ROOT } from '../../processes/run.ts'
import { fromPackage } from '../../published-data/from-package.ts'
import { describeApi, listOf, object, text } from './described/describe-api.ts'

/** Not among our packages: with what it needs it has 37 MB, of which we need 7 KB. */
const PACKAGE = '@atproto/api@0.21.0'

type Definition = {
  type: string
  properties?: Record<string, Definition>
  items?: Definition
  record?: Definition
  ref?: string
  refs?: string[]
  required?: string[]
  format?: string
  maxLength?: number
  maxGraphemes?: number
  minimum?: number
  maximum?: number
  parameters?: Definition
  input?: { schema: Definition }
  output?: { schema: Definition }
}
type Client = {
  schemas: { id: string; defs: Record<string, Definition> }[]
  RichText: new (given: { text: string }) => Rich
}
type Rich = {
  graphemeLength: number
  facets?: { index: { byteStart: number; byteEnd: number }; features: Record<string, string>[] }[]
  detectFacetsWithoutResolution(): void
}

const METHODS = [
  'com.atproto.server.createSession',
  'com.atproto.server.refreshSession',
  'com.atproto.server.getSession',
  'com.atproto.identity.resolveHandle',
  'com.atproto.repo.putRecord',
  'app.bsky.notification.listNotifications',
  'app.bsky.feed.getAuthorFeed',
]
/** Of larger objects, what our file sends or reads. */
const PROFILE = ['did', 'handle', 'displayName']
const ENTRY = ['uri', 'cid', 'author', 'record', 'indexedAt']
const SESSION = ['identifier', 'password', 'accessJwt', 'refreshJwt', 'handle', 'did', 'active', 'status']
const KEPT: Record<string, readonly string[]> = {
  'com.atproto.server.createSession': SESSION,
  'com.atproto.server.refreshSession': SESSION,
  'com.atproto.server.getSession': SESSION,
  'app.bsky.feed.post': ['text', 'facets', 'embed', 'createdAt'],
  'app.bsky.embed.external#external': ['uri', 'title', 'description'],
  'app.bsky.feed.defs#feedViewPost': ['post'],
  'app.bsky.feed.defs#postView': ENTRY,
  'app.bsky.actor.defs#profileViewBasic': PROFILE,
  'app.bsky.actor.defs#profileView': PROFILE,
  'app.bsky.notification.listNotifications#notification': [...ENTRY, 'reason', 'isRead'],
  'app.bsky.graph.follow': ['subject', 'createdAt'],
  'com.atproto.repo.putRecord': ['repo', 'collection', 'rkey', 'record', 'uri', 'cid', 'validationStatus'],
}
const UNIONS = ['app.bsky.embed.external', 'app.bsky.richtext.facet#']
/** A record is “unknown” in lexicons: these stand there where we read or write one. */
const RECORDS: Record<string, readonly string[]> = {
  'com.atproto.repo.putRecord': ['app.bsky.feed.post'],
  'app.bsky.feed.defs#postView': ['app.bsky.feed.post'],
  'app.bsky.notification.listNotifications#notification': ['app.bsky.feed.post', 'app.bsky.graph.follow'],
}

/** As the client checks them. */
const FORMATS: Record<string, object> = {
  did: { pattern: '^did:[a-z]+:[a-zA-Z0-9._:%-]*[a-zA-Z0-9._-]$' },
  handle: {
    pattern: '^([a-zA-Z0-9]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?\\.)+[a-zA-Z]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$',
  },
  'at-identifier': { pattern: '^(did:[a-z]+:\\S+|\\S+\\.[a-zA-Z]\\S*)$' },
  'at-uri': { pattern: '^at://did:[a-z]+:[a-zA-Z0-9._:%-]+/[a-z]+(\\.[a-zA-Z]+)+/[a-zA-Z0-9_~.:-]{1,512}$' },
  cid: { pattern: '^[a-zA-Z0-9+=]{8,256}$' },
  nsid: { pattern: '^[a-z]+(\\.[a-zA-Z]+)+$' },
  // A post's is a moment, says its lexicon.
  'record-key': { pattern: '^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$' },
  uri: { pattern: '^\\w+:(?://)?[^\\s/][^\\s]*$' },
  datetime: { format: 'date-time' },
}

/** Identities are written down in a directory of their own, which https://web.plc.directory describes. */
const IDENTITY = {
  answer: object(
    {
      '@context': listOf(text),
      id: { ...text, ...FORMATS['did'] },
      alsoKnownAs: listOf({ ...text, pattern: '^at://' }),
      service: listOf(
        object({ id: { ...text, pattern: '#' }, type: text, serviceEndpoint: { ...text, format: 'uri' } }),
      ),
    },
    ['id', 'service'],
  ),
}

/** Words between which nothing of a text is one by itself. */
const WORDS = [
  'Grüße 👋🏽 a 12 👩‍👩‍👧 \n',
  '@ada.bsky.social (@mona.bsky.social) @ada.example.com, @nobody x@ada.example',
  'https://switchyard.example/a?b=1 (https://switchyard.example) https://switchyard.example/wiki/A_(b).',
  'http://example.com, https://example.com/ü#b!',
  `#tag #früh! #42 #a-b ＃全角 x#y #${'long'.repeat(17)}`,
].flatMap((words) => words.split(' '))

/** Writes the part of Bluesky's lexicons that we use as OpenAPI, and what its client finds in texts. */
await main(async () => {
  const client = await fromPackage<Client>(
    PACKAGE,
    (folder) => import(pathToFileURL(join(folder, 'dist/index.js')).href),
  )
  const package_of = { package: PACKAGE, license: 'MIT, Copyright (c) 2022-2026 Bluesky Social PBC, and Contributors' }
  const described = JSON.stringify({ ...package_of, ...describeMethods(client) })
  writeFileSync(join(import.meta.dirname, 'bluesky-openapi.json'), `${described}\n`)
  const texts = JSON.stringify({ ...package_of, texts: textsOf(client) })
  writeFileSync(join(ROOT, 'worker/services/bluesky/client-texts.json'), `${texts}\n`)
  console.log(`${described.length} and ${texts.length} bytes`)
})

function describeMethods({ schemas: documents }: Client) {
  const schemas: Record<string, object> = {}
  const definitionOf = (name: string) => {
    const [id, part = 'main'] = name.split('#')
    const found = documents.find((each) => each.id === id)?.defs[part]
    if (!found) throw new Error(`${PACKAGE} lacks ${name}.`)
    return found
  }
  const refer = (name: string, in_union = false): object => {
    const full = name.replace(/^lex:/, '')
    const key = full.replace('#', '.')
    if (!schemas[key]) {
      schemas[key] = {}
      const { record, ...definition } = definitionOf(full)
      schemas[key] = schemaOf(record ?? definition, full, record !== undefined || in_union)
    }
    return { $ref: `#/components/schemas/${key}` }
  }
  const schemaOf = (definition: Definition, name = '', is_named = false): object => {
    const { type, properties = {}, required = [], items, format, ref, refs = [] } = definition
    switch (type) {
      case 'object': {
        const kept = Object.entries(properties).filter(([each]) => KEPT[name]?.includes(each) ?? true)
        const made = kept.map(([each, part]) => [
          each,
          part.type === 'unknown' ? { anyOf: RECORDS[name]?.map((record) => refer(record)) } : schemaOf(part),
        ])
        const named = is_named ? { $type: { type: 'string', enum: [name] } } : {}
        return {
          type,
          required: [...Object.keys(named), ...required],
          properties: { ...named, ...Object.fromEntries(made) },
          additionalProperties: false,
        }
      }
      case 'array':
        return { type, items: items && schemaOf(items) }
      case 'ref':
        return refer(String(ref))
      case 'union':
        return {
          anyOf: refs
            .filter((each) => UNIONS.some((used) => each.slice(4).startsWith(used)))
            .map((each) => refer(each, true)),
        }
      default: {
        const { maxLength, maxGraphemes, minimum, maximum } = definition
        return { type, ...(format && FORMATS[format]), maxBytes: maxLength, maxGraphemes, minimum, maximum }
      }
    }
  }
  const methods = METHODS.map((id) => {
    const { type, parameters = { type: 'params' }, input, output } = definitionOf(id)
    // A parameter that is a list is sent with one value.
    const query = Object.entries(parameters.properties ?? {}).map(([each, { items, ...own }]) => [
      each,
      schemaOf(items ?? own),
    ])
    const described = {
      query: Object.fromEntries(query),
      required: parameters.required ?? [],
      ...(input && { json: schemaOf(input.schema, id) }),
      ...(output && { answer: schemaOf(output.schema, id) }),
    }
    return [`${type === 'query' ? 'GET' : 'POST'} /xrpc/${id}`, described]
  })
  const { paths } = describeApi({
    ...Object.fromEntries(methods),
    'GET /{did}': IDENTITY,
    'GET /.well-known/did.json': IDENTITY,
  })
  return { paths, components: { schemas } }
}

/** What the client finds in each word, between its neighbors, and in all of them. */
function textsOf({ RichText }: Client) {
  const pairs = WORDS.flatMap((word, index) => [word, `${WORDS[index - 1] ?? ''} ${word}`])
  return [...pairs, WORDS.join(' '), WORDS.toReversed().join('\n')].map((words) => {
    const rich = new RichText({ text: words })
    rich.detectFacetsWithoutResolution()
    const parts = (rich.facets ?? []).map(({ index, features: [{ uri, did, tag } = {}] }) => {
      return { start: index.byteStart, end: index.byteEnd, uri, handle: did, tag }
    })
    return { text: words, graphemes: rich.graphemeLength, parts }
  })
}
