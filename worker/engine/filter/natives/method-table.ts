import type { FilterRun } from '../values/filter-run.ts'
import type { Value } from '../values/values.ts'

type Method<Self> = (run: FilterRun, self: Self, values: Value[]) => Value

/** The methods of one type. Nothing else can be called on it. */
export type MethodTable<Self> = ReadonlyMap<string, Method<Self>>

/** Makes the table of a type. The names are inferred, as `toString` would else be typed as the host's. */
export function methodTable<Self>() {
  return <Name extends string>(methods: Record<Name, Method<Self>>): MethodTable<Self> =>
    new Map<string, Method<Self>>(Object.entries<Method<Self>>(methods))
}
