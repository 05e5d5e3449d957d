import type { Includable } from './http/expand.ts'
import { customerIncludable } from './resources/customers.ts'
import { engineIncludable } from './engine/routes.ts'

/** The fields that Stripe shows only to those who ask with `expand`. */
export const includable: Includable = { ...customerIncludable, ...engineIncludable }
