import type { IngredientType } from '../connections/service.ts'

/**
 * What a step gives to texts. `name`: as a text has it, such as `EntryTitle`; `filter_name`: as filter code has it;
 * `label`: as people read it.
 */
export type NamedIngredient = { name: string; filter_name: string; label: string; type: IngredientType }
