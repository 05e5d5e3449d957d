import { costTables } from './costs/cost-tables.ts'

/** Prints what docs/operate.md says about costs, from prices, counts and assumptions in dev/costs/cost-model.ts. */
console.log(costTables())
