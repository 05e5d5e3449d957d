import { FilterEngine } from './engine/filter-engine.ts'
import { describeApplet, readDecisions } from './applet-objects.ts'
import type { CompiledFilter, FilterInput, FilterResult } from './filter-types.ts'

const MOST_MESSAGE = 500
/** Made by the first code that needs it, and kept for as long as the isolate is. */
const kept: { engine?: FilterEngine } = {}

/**
 * Runs filter code for one event: pure, so that the same input always gives the same decision, within limits of work
 * and memory. An error that the code throws, or a spent limit, is `failed`; then no action may be done.
 */
export function runFilter({ source }: CompiledFilter, input: FilterInput): FilterResult {
  const engine = (kept.engine ??= new FilterEngine())
  const result = engine.run(source, describeApplet(input), input)
  if (result.kind === 'failed') return { ...result, message: result.message.slice(0, MOST_MESSAGE) }
  const actions = readDecisions(result.answer, input)
  return actions
    ? { kind: 'decided', actions, fuel: result.fuel }
    : { kind: 'failed', line: null, message: 'This code goes beyond what can be run.', fuel: result.fuel }
}
