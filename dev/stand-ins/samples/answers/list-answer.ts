import { readPlace } from '../../../../worker/services/format/answer-place.ts'
import type { NextFile, ServiceDefinition, TriggerFile } from '../../../../worker/services/format/service-definition.ts'
import { pageParameter, SAMPLE_PAGE, type Asked } from '../fit/fit-request.ts'
import type { FileRequest } from '../fit/file-requests.ts'
import type { Found } from '../fit/find-requests.ts'
import type { Hole } from '../fit/fit-text.ts'
import type { Happened, KeptAction, SampleState } from './sample-state.ts'
import { foundEntry } from './action-answer.ts'
import { isNested, readEntry, sampleAnswer, sampledEntries } from './sample-entries.ts'
import { writePlace } from './write-place.ts'

/** How many entries a page has. */
const PAGE = 10

type Listed = Extract<FileRequest, { of: 'trigger' | 'query' | 'find' }>
/** `n`: its place among what happened; 0 for what the sample has. */
type Entry = { n: number; value: unknown }
type Answered = { value: unknown; headers: Record<string, string> }
type Around = { definition: ServiceDefinition; state: SampleState; asked: Asked; address: string }

/** What the list has that these requests ask for, newest where `order` says, a page at a time. */
export function listAnswer(found: readonly Found[], around: Around): Answered | null {
  const lists = found.flatMap(({ asked, holes }) => (isListed(asked) ? [{ listed: asked, holes }] : []))
  const [first] = lists
  if (!first) return null
  const { listed, holes } = first
  const items = itemsOf(listed)
  const answer = answerAround(lists, around)
  if (!Array.isArray(readPlace(answer, items.split('[*]')[0] ?? items)) && listed.of === 'query')
    return { value: answer, headers: {} }
  const entries = lists.flatMap((each) => entriesOf(each.listed, each.holes, around))
  const wanted = entries.filter((entry, index) => entries.findIndex((each) => sameEntry(each, entry)) === index)
  const list = { listed, holes, items, answer, entries: wanted.toSorted((a, b) => b.n - a.n) }
  return isNested(items) ? { value: nestedAnswer(list), headers: {} } : pageOf(list, around)
}

function isListed(asked: FileRequest): asked is Listed {
  return asked.of === 'trigger' || asked.of === 'query' || asked.of === 'find'
}

function itemsOf(listed: Listed): string {
  return listed.of === 'find' ? listed.find.items : (listed.step.items ?? '$')
}

/** What stands around the list: as in the sample of the step that has one. */
function answerAround(lists: readonly { listed: Listed }[], { definition }: Around): unknown {
  for (const { listed } of lists) {
    const kind = listed.of === 'trigger' ? 'triggers' : listed.of === 'query' ? 'queries' : null
    const sample = kind === null ? undefined : definition.samples?.[kind]?.[listed.step.slug]
    if (sample) return sampleAnswer(sample, listed.request)
  }
  const [first] = lists
  return first && writePlace(undefined, itemsOf(first.listed), [])
}

function entriesOf(listed: Listed, holes: readonly Hole[], { definition, state }: Around): Entry[] {
  switch (listed.of) {
    case 'trigger': {
      const happened = state.happened[listed.step.slug] ?? []
      const sampled = sampledEntries(definition, listed.step).map((value) => ({ n: 0, value }))
      const all = [...happened.toReversed().map(({ n, entry }) => ({ n, value: entry })), ...sampled]
      return since(all, listed.step, holes, { definition, happened })
    }
    case 'query': {
      const answer = sampleAnswer(definition.samples?.queries?.[listed.step.slug], listed.request)
      const list = readPlace(answer, itemsOf(listed))
      return Array.isArray(list) ? list.map((value: unknown) => ({ n: 0, value })) : []
    }
    case 'find': {
      const kept = state.kept.filter(({ slug }) => slug === listed.step.slug)
      return kept.toReversed().map((each: KeptAction) => ({ n: each.n, value: foundEntry(listed.find, each) }))
    }
  }
}

/** What a request asks for that names the newest item before: what came since. */
function since(
  all: readonly Entry[],
  trigger: TriggerFile,
  holes: readonly Hole[],
  { definition }: { definition: ServiceDefinition; happened: readonly Happened[] },
): Entry[] {
  const held = (name: string) => holes.find((hole) => hole.name === name)?.value ?? ''
  const [time, last_id, kept] = [held('since'), held('last_id'), held('kept')]
  const from = time === '' ? null : momentOf(time)
  const last = all.findIndex(({ value }) => last_id !== '' && readEntry(definition, trigger, value).id === last_id)
  return all.filter(({ n, value }, index) => {
    const { at } = readEntry(definition, trigger, value)
    if (from !== null && at !== null && at < from) return false
    if (last >= 0 && index >= last) return false
    return kept === '' || n > Number(/\d+$/.exec(kept)?.[0] ?? 0)
  })
}

/** A time as a request writes it: ISO 8601, or seconds or ms since 1970. */
function momentOf(text: string): number | null {
  if (/^\d+$/.test(text)) return Number(text) > 1e11 ? Number(text) : Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

function sameEntry(a: Entry, b: Entry): boolean {
  return a.value === b.value || JSON.stringify(a.value) === JSON.stringify(b.value)
}

/** What happened stands in the first list of the sample that is in another. */
function nestedAnswer({ listed, items, answer, entries }: Paged): unknown {
  const inner = items.replace(/\[\*\]$/, '').replaceAll('[*]', '[0]')
  const list = readPlace(answer, inner)
  const sampled: unknown[] = Array.isArray(list) ? list : []
  const happened = entries.flatMap(({ n, value }) => (n > 0 ? [value] : []))
  const all = isOldestFirst(listed) ? [...sampled, ...happened.toReversed()] : [...happened, ...sampled]
  return writePlace(answer, inner, all)
}

function isOldestFirst(listed: Listed): boolean {
  return listed.of === 'trigger' && listed.step.order === 'oldest_first'
}

type Paged = { listed: Listed; holes: readonly Hole[]; items: string; answer: unknown; entries: readonly Entry[] }

function pageOf({ listed, holes, items, answer, entries }: Paged, around: Around): Answered {
  const { next } = listed
  const keep = listed.of === 'trigger' ? listed.step.keep : undefined
  // What is newer than what was kept comes page by page from its oldest entry on.
  const isForward = typeof keep === 'object' && holes.some(({ name, value }) => name === 'kept' && value !== '')
  const from = isForward ? Math.max(entries.length - PAGE, 0) : firstOf(next, holes, entries, around)
  const page = next === undefined ? entries : entries.slice(from, from + PAGE)
  const more = next === undefined || (isForward ? from === 0 : from + PAGE >= entries.length) ? null : from + PAGE
  const values = page.map(({ value }) => value)
  const place = items.replace(/\[\*\]$/, '')
  const listedAnswer = writePlace(answer, place, isOldestFirst(listed) ? values.toReversed() : values)
  const withKept = typeof keep === 'string' ? writeKept(listedAnswer, keep, around.state.n) : listedAnswer
  const answered = withNext(withKept, next, more, around)
  const [newest] = page
  return typeof keep === 'object' && newest ? withPrevious(answered, keep.query, newest, around) : answered
}

/** The index of the page's first entry. */
function firstOf(
  next: NextFile | undefined,
  holes: readonly Hole[],
  entries: readonly Entry[],
  { asked }: Around,
): number {
  const parameter = pageParameter(next)
  const sent =
    holes.find(({ name }) => name === 'next')?.value ??
    (parameter === SAMPLE_PAGE ? asked.query.get(SAMPLE_PAGE) : null)
  if (sent === null || sent === '' || next === undefined) return 0
  if (typeof next === 'object' && 'last' in next) {
    return entries.findIndex(({ value }) => String(readPlace(value, next.last)) === sent) + 1
  }
  const number = Number(/\d+$/.exec(sent)?.[0] ?? 0)
  return number < PAGE ? 0 : number
}

/** Names the next page as the file reads it; nothing of the sample's own cursor stays on the last page. */
function withNext(answer: unknown, next: NextFile | undefined, more: number | null, around: Around): Answered {
  if (next === undefined) return { value: answer, headers: {} }
  if (typeof next === 'string') return { value: writeCursor(answer, next, more), headers: {} }
  if ('from' in next) return { value: writeCursor(answer, next.from, more), headers: {} }
  if ('last' in next) {
    const { while: isMore } = next
    return { value: isMore === undefined ? answer : writePlace(answer, isMore, more !== null), headers: {} }
  }
  const address = more === null ? null : addressOf(around, SAMPLE_PAGE, String(more))
  if ('address' in next) return { value: writePlace(answer, next.address, address), headers: {} }
  return { value: answer, headers: address === null ? {} : { link: `<${address}>; rel="next"` } }
}

/** A cursor is of the sample's type. */
function writeCursor(answer: unknown, place: string, more: number | null): unknown {
  const like = readPlace(answer, place)
  const cursor = more === null ? null : typeof like === 'number' ? more : `page-${more}`
  return writePlace(answer, place, cursor)
}

function writeKept(answer: unknown, place: string, n: number): unknown {
  return writePlace(answer, place, typeof readPlace(answer, place) === 'number' ? n : `kept-${n}`)
}

/** Links to what came after the newest entry of a page. */
function withPrevious({ value, headers }: Answered, name: string, { n }: Entry, around: Around): Answered {
  const links = [headers['link'] ?? [], `<${addressOf(around, name, `kept-${n}`)}>; rel="prev"`].flat()
  return { value, headers: { ...headers, link: links.join(', ') } }
}

function addressOf({ address, asked: { path, query } }: Around, name: string, value: string): string {
  const parameters = new URLSearchParams(query)
  parameters.set(name, value)
  return `${address}${path}?${parameters}`
}
