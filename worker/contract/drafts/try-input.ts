import * as z from 'zod/mini'
import { pressId } from '../runs/press-input.ts'
import { RUN_ID } from '../runs/applet-run.ts'

/** Ingredients of one event, and characters of one value: together they fit into a request's body. */
const INGREDIENTS_MAX = 200
const NAME_MAX = 100

const ingredientValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** The event of a sample. `run`: the values are those that this run met. */
const event = z.strictObject({
  at: z.nullable(z.int().check(z.minimum(0), z.maximum(8.64e15))),
  run: z.nullable(z.string().check(z.regex(RUN_ID))),
  ingredients: z
    .record(z.string().check(z.maxLength(NAME_MAX)), ingredientValue)
    .check(z.refine((values) => Object.keys(values).length <= INGREDIENTS_MAX)),
})

/** POST /api/drafts/{id}/dry_run */
export const dryRunInput = z.strictObject({ event })
export type DryRunInput = z.output<typeof dryRunInput>

/** POST /api/drafts/{id}/run_once. `press` names this press, so that sending it again does nothing. */
export const runOnceInput = z.strictObject({ event, press: pressId })
export type RunOnceInput = z.output<typeof runOnceInput>
