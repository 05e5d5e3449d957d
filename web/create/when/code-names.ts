import type { DraftProblem, DraftStepView } from '../../../worker/contract/drafts/draft.ts'

/** A name that filter code may use. `call`: it takes a text. */
export type CodeName = { path: string; detail: string; call: boolean }
/** A problem at a line, from 1. */
export type LineProblem = { line: number; message: string }

const TIMES: readonly CodeName[] = [
  { path: 'Meta.currentUserTime', detail: 'When it runs, in your time zone', call: false },
  { path: 'Meta.currentUserTime.hour()', detail: '0 to 23', call: false },
  { path: 'Meta.currentUserTime.isoWeekday()', detail: '1 is Monday', call: false },
  { path: 'Meta.currentUserTime.format("HH:mm")', detail: 'The time as a text', call: false },
  { path: 'Meta.triggerTime', detail: 'When it happened', call: false },
  { path: 'Meta.previousTriggerTime', detail: 'When it happened before; may be null', call: false },
]

/** Lists the names that filter code may use in this draft: ingredients, the methods of actions, and times. */
export function codeNames(steps: readonly DraftStepView[]): CodeName[] {
  const named = steps.flatMap(({ kind, filter_name, filter_methods, ingredients, name }): CodeName[] => {
    if (filter_name === '') return []
    const values = ingredients.map((each): CodeName => ({ path: each.filter_name, detail: each.example, call: false }))
    const calls = filter_methods.map((method): CodeName => ({
      path: `${filter_name}.${method}`,
      detail: name,
      call: true,
    }))
    const rows: CodeName[] = [{ path: `${filter_name}.length`, detail: `How many: ${name}`, call: false }]
    return [...values, ...calls, ...(kind === 'query' ? rows : [])]
  })
  return [...named, ...TIMES]
}

/** Problems that name a line of the code. */
export function lineProblems(problems: readonly DraftProblem[]): LineProblem[] {
  return problems.flatMap(({ line, message }) => (line === null ? [] : [{ line, message }]))
}
