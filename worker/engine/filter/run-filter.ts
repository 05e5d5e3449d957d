import { makeAppletObjects } from './applet-objects.ts'
import type { CompiledFilter, FilterInput, FilterResult } from './filter-types.ts'
import { lowerProgram } from './compile/lower-program.ts'
import { parseSource } from './parse/parse-source.ts'
import { runProgram } from './interpreter/run-program.ts'
import { FilterStop, FilterThrow, FilterRun } from './values/filter-run.ts'
import { isObject, type Value } from './values/values.ts'

const MOST_MESSAGE = 500

/**
 * Runs filter code for one event: pure, so that the same input always gives the same decision, within limits of work
 * and memory. An error that the code throws, or a spent limit, is `failed`; then no action may be done.
 */
export function runFilter(filter: CompiledFilter, input: FilterInput): FilterResult {
  const run = new FilterRun(input.now, input.timezone, input.random_seed ?? input.event_time)
  const { names, actions } = makeAppletObjects(input)
  try {
    const { program } = parseSource(filter.source)
    if (!program) throw new Error('The code was not checked.')
    const { tree } = lowerProgram(program, { language: new Set(), services: undefined, checkMembers: () => {} })
    runProgram(run, tree, names)
    return { kind: 'decided', actions, fuel: run.spent }
  } catch (error) {
    if (error instanceof FilterThrow) return failed(error.line, thrownText(error.value))
    if (error instanceof FilterStop) return failed(run.line, error.message)
    // The host's own limits, of the stack for example, which ours should come before.
    if (error instanceof RangeError) return failed(run.line, 'This code goes beyond what can be run.')
    throw error
  }
}

function failed(line: number, message: string): FilterResult {
  return { kind: 'failed', line, message: message.slice(0, MOST_MESSAGE) }
}

function thrownText(value: Value): string {
  if (!isObject(value)) return `The code ended with: ${String(value)}`
  return value.kind === 'error' ? value.message || value.name : 'The code ended with an error of its own.'
}
