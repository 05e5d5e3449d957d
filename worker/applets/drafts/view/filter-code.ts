import { conditionProblem, whenToCode } from '../../../contract/drafts/conditions-code.ts'
import type { DraftProblem, DraftWhen } from '../../../contract/drafts/draft.ts'
import type { StoredFilter } from '../../../contract/applets/applet-document.ts'
import { log } from '../../../system/log/log.ts'
import type { RunnerCtx } from '../../../system/context/context.ts'
import { filterNames, type ResolvedStep } from './resolved-step.ts'

type Compiling = Pick<RunnerCtx, 'filterCompiler'>

/** The code of "Only if …"; null where it decides nothing. */
export function filterCodeOf(when: DraftWhen, resolved: readonly ResolvedStep[]): string | null {
  const actions = resolved.filter(({ kind }) => kind === 'action').map(({ filter_name }) => filter_name)
  return whenToCode(when, { actions, ingredients: resolved.flatMap(({ ingredients }) => ingredients) })
}

/** Compiles filter code as it is stored; null for code that does not compile, whose Applet then runs nothing. */
export async function compileCode({ filterCompiler }: Compiling, code: string): Promise<StoredFilter | null> {
  const result = await filterCompiler.compileFilter(code)
  if (result.ok) return result.filter
  log('warn', 'filter_not_compiled', { problem: result.problems[0]?.message ?? '' })
  return null
}

/** Finds the problems with a filter: of a form at its condition, of code at its line. */
export async function filterProblems(
  { filterCompiler }: Compiling,
  when: DraftWhen,
  code: string | null,
  resolved: readonly ResolvedStep[],
): Promise<DraftProblem[]> {
  if (code === null) return []
  const ofValues = when.kind === 'form' ? valueProblems(when, resolved) : []
  const compiled = await filterCompiler.compileFilter(code, filterNames(resolved))
  if (compiled.ok) return ofValues
  const ofCode = compiled.problems.map(({ line, message }) =>
    when.kind === 'form' ? ofCondition(conditionAt(code, line), message) : ofLine(line, message),
  )
  return [...ofValues, ...ofCode]
}

function valueProblems(
  { conditions }: DraftWhen & { kind: 'form' },
  resolved: readonly ResolvedStep[],
): DraftProblem[] {
  const ingredients = resolved.flatMap((each) => each.ingredients)
  return conditions.flatMap((condition, index) => {
    const known = ingredients.find(({ filter_name }) => filter_name === condition.ingredient)
    const message = conditionProblem(condition, known?.type ?? 'text')
    return message === null ? [] : [ofCondition(index, message)]
  })
}

/** A form's code has one test for each condition, in order. */
function conditionAt(code: string, line: number): number {
  const before = code.split('\n').slice(0, line)
  return Math.max(0, before.filter((each) => each.startsWith('if (!(')).length - 1)
}

function ofCondition(index: number, message: string): DraftProblem {
  return { step: 'when', field: `conditions.${index}`, line: null, message }
}

function ofLine(line: number, message: string): DraftProblem {
  return { step: 'when', field: null, line, message }
}
