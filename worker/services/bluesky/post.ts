import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { ActionDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import type { Asking } from '../format/service-code.ts'
import { resolveHandle } from './find-server.ts'
import { recordKey, timeOfKey } from './record-key.ts'
import { graphemes, textParts, type TextPart } from './rich-text.ts'

const LONGEST = 300
const MOST_BYTES = 3000

/** Writes the post under a key made from the run, so that a repeat writes the same record again. */
export function writePost(put: (call: Asking, io: StepIo) => ReturnType<ActionDefinition['run']>) {
  return async (call: Asking, io: StepIo) => {
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
    const time = timeOfKey(key) ?? io.now
    const values = {
      record_key: recordKey(key, time),
      created_at: new Date(time).toISOString(),
      facets: facets.value.length === 0 ? '' : JSON.stringify(facets.value),
    }
    return put({ ...call, values }, io)
  }
}

type Feature = { $type: `app.bsky.richtext.facet#${string}` } & ({ uri: string } | { tag: string } | { did: string })
type Facet = { index: { byteStart: number; byteEnd: number }; features: [Feature] }

/** The features of a text, as Bluesky stores them. A mention of nobody stays text. */
async function facetsOf(text: string, io: StepIo): Promise<StepOutcome<Facet[]>> {
  const facets: Facet[] = []
  for (const part of textParts(text)) {
    const feature = await featureOf(part, io)
    if (!feature.ok) return feature
    const index = { byteStart: part.start, byteEnd: part.end }
    if (feature.value) facets.push({ index, features: [feature.value] })
  }
  return { ok: true, value: facets }
}

async function featureOf(part: TextPart, io: StepIo): Promise<StepOutcome<Feature | null>> {
  switch (part.kind) {
    case 'link':
      return { ok: true, value: { $type: 'app.bsky.richtext.facet#link', uri: part.uri } }
    case 'tag':
      return { ok: true, value: { $type: 'app.bsky.richtext.facet#tag', tag: part.tag } }
    case 'mention': {
      const did = await resolveHandle(part.handle, io)
      if (!did.ok) return did
      if (did.value === null) return { ok: true, value: null }
      return { ok: true, value: { $type: 'app.bsky.richtext.facet#mention', did: did.value } }
    }
  }
}
