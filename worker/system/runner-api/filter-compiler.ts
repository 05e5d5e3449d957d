import type { StoredFilter } from '../../contract/applets/applet-document.ts'

/** `line` and `column` count from 1. */
type FilterProblem = { line: number; column: number; message: string }

export type CompileResult =
  | { ok: true; filter: Extract<StoredFilter, { version: 2 }> }
  | { ok: false; problems: FilterProblem[] }

/** An Applet's names: services as `serviceName()` and steps as `stepName()` give them, ingredients and field slugs. */
export type FilterNames = {
  trigger: { service: string; step: string; ingredients: readonly string[] }
  queries: readonly { service: string; step: string; ingredients: readonly string[] }[]
  actions: readonly { service: string; step: string; fields: readonly string[] }[]
}

/** Checks filter code and makes it ready to run. `names`: unknown services, steps, ingredients and fields are problems too. */
export type FilterCompiler = { compileFilter(source: string, names?: FilterNames): Promise<CompileResult> }
