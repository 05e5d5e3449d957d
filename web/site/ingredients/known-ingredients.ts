import type { NamedIngredient } from '../../../worker/contract/ingredients/named-ingredient.ts'
import type { ListOption } from '../../ui/listbox/filter-options.ts'

/** What a text may use. `options`: the list to choose from; a value is what stands between the braces. */
export type KnownIngredients = { ingredients: readonly NamedIngredient[]; options: readonly ListOption[] }
