import type { Program } from '../../../../system/runner-api/program.ts'
import type { EventToTry } from '../../../../system/runner-api/try-api.ts'
import type { StoredFilter } from '../../../../contract/applets/applet-document.ts'
import { aBranch, aQuery, aStep, hookTrigger } from '../applet-makers.ts'
import { NOON, type Scene } from '../scene.ts'

/** Under which a draft is tried. */
export const DRAFT = -12
export const HELLO: EventToTry = { at: NOON, run: null, ingredients: { Value1: 'hello' } }

/** All that the Runner has stored of triggers. */
export function storedOfTriggers({ runner: { storage } }: Scene) {
  return ['subscription', 'seen', 'run', 'behind', 'leaving'].map((table) => storage.peek(`select * from ${table}`))
}

/** This Applet while it is made. */
export function draftOf(program: Program): Program {
  return { ...program, applet_id: DRAFT, of_draft: true, running: false, name: 'My draft' }
}

/** A query, and two actions of which one says what it found. */
export const COUNTED = counted(null)

/** The same, with a filter. */
export function counted(filter: StoredFilter | null) {
  return aBranch(
    hookTrigger(),
    [aStep(2, 'key', { text: '{{Value1}} {{Far.count.Count}}' }), aStep(3, 'safe', { text: 'second' })],
    { queries: [aQuery(1, 'count', { of: '{{Value1}}' })], filter },
  )
}
