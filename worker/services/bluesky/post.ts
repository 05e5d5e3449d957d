import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import { httpAction } from '../format/http/http-steps.ts'
import type { FieldDefinition, JsonTemplate } from '../format/service-definition.ts'
import { BLUESKY } from './bluesky-api.ts'
import { resolveHandle } from './find-server.ts'
import { recordKey, runTime } from './record-key.ts'
import { graphemes, textParts, type TextPart } from './rich-text.ts'

const LONGEST = 300
const MOST_BYTES = 3000
const COLLECTION = 'app.bsky.feed.post'

/** Writes the post under a key made from the run, so that a repeat writes the same record again. */
export function writePost(fields: FieldDefinition[]): ActionDefinition['run'] {
  const put = httpAction(BLUESKY, {
    fields,
    request: {
      post: '/xrpc/com.atproto.repo.putRecord',
      json: {},
    },
    result: { id: '$.uri' },
  })
  return async (call, io) => {
    const text = (call.fields['text'] ?? '').trim()
    const count = graphemes(text)
    if (count > LONGEST) {
      return failedOutcome({
        failure: 'input',
        message: `A post can have ${LONGEST} characters; this one has ${count}. Shorten it with truncate: ${LONGEST}.`,
      })
    }
    if (new TextEncoder().encode(text).length > MOST_BYTES) {
      return failedOutcome({ failure: 'input', message: 'This post is too long for Bluesky. Use fewer emoji.' })
    }
    const facets = await facetsOf(text, io)
    if (!facets.ok) return facets
    const key = io.key ?? ''
    const time = runTime(key) ?? io.now
    const did = io.credentials['did'] ?? ''
    const rkey = recordKey(key, time)
    const record = {
      $type: COLLECTION,
      text,
      createdAt: new Date(time).toISOString(),
      ...(facets.value.length > 0 && { facets: facets.value }),
      ...linkCard(call.fields),
    }
    const body = JSON.stringify({ repo: did, collection: COLLECTION, rkey, record })
    const written = await put(call, { ...io, fetch: (address, init) => io.fetch(address, { ...init, body }) })
    if (!written.ok) return written
    return { ok: true, value: { ...written.value, url: `https://bsky.app/profile/${did}/post/${rkey}` } }
  }
}

/** The features of a text, as Bluesky stores them. A mention of nobody stays text. */
async function facetsOf(text: string, io: StepIo): Promise<StepOutcome<JsonTemplate[]>> {
  const facets: JsonTemplate[] = []
  for (const part of textParts(text)) {
    const feature = await featureOf(part, io)
    if (!feature.ok) return feature
    const index = { byteStart: part.start, byteEnd: part.end }
    if (feature.value) facets.push({ index, features: [feature.value] })
  }
  return { ok: true, value: facets }
}

async function featureOf(part: TextPart, io: StepIo): Promise<StepOutcome<{ [property: string]: string } | null>> {
  switch (part.kind) {
    case 'link':
      return { ok: true, value: { $type: 'app.bsky.richtext.facet#link', uri: part.uri } }
    case 'tag':
      return { ok: true, value: { $type: 'app.bsky.richtext.facet#tag', tag: part.tag } }
    case 'mention': {
      const did = await resolveHandle(part.handle, io)
      if (!did.ok) return did
      const feature = did.value === null ? null : { $type: 'app.bsky.richtext.facet#mention', did: did.value }
      return { ok: true, value: feature }
    }
  }
}

/** A link that is shown as a card under the post. */
function linkCard({ link = '', link_title = '' }: Record<string, string>) {
  if (link.trim() === '') return {}
  const external = { uri: link.trim(), title: link_title.trim() || link.trim(), description: '' }
  return { embed: { $type: 'app.bsky.embed.external', external } }
}
