/** Larder's records of one kitchen, newest last. */
type Kitchen = { items: Item[]; low: Happening[]; deliveries: Happening[]; list: { item: string; amount: number }[] }
type Item = { name: string; shelf: string; left: number }
type Happening = { id: string; at: number; values: Record<string, string | number> }

export type LarderAccount = 'larder-ada' | 'larder-work'
export const LARDER_ACCOUNTS: Record<LarderAccount, string> = {
  'larder-ada': "Ada's kitchen",
  'larder-work': 'Kitchen at work',
}

/** A request of ours as it came, and what it was answered. */
type LarderCall = {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  status: number
}

/** All that Larder knows besides its sign-ins, as JSON. */
export type LarderState = {
  kitchens: Record<LarderAccount, Kitchen>
  /** Trigger identities that were polled and not deleted, with whose they are. */
  identities: Record<string, { slug: string; account: LarderAccount }>
  calls: LarderCall[]
  issued: number
}

export const LARDER_SHELVES = [
  { group: 'Cold', label: 'Fridge door', value: 'fridge_door' },
  { group: 'Cold', label: 'Freezer', value: 'freezer' },
  { group: 'Dry', label: 'Spices', value: 'spices' },
]

export function newLarderState(): LarderState {
  return {
    kitchens: { 'larder-ada': newKitchen(), 'larder-work': newKitchen() },
    identities: {},
    calls: [],
    issued: 0,
  }
}

function newKitchen(): Kitchen {
  const on = (shelf: string, ...names: string[]) => names.map((name, index) => ({ name, shelf, left: index + 2 }))
  return {
    items: [
      ...on('fridge_door', 'Milk', 'Butter'),
      ...on('freezer', 'Peas'),
      ...on('spices', 'Salt', 'Pepper', 'Cumin', 'Clove', 'Mace', 'Sumac', 'Anise'),
    ],
    low: [],
    deliveries: [],
    list: [],
  }
}

/** An id that nobody has yet. */
export function issueLarderId(state: LarderState, kind: string): string {
  state.issued += 1
  return `${kind}-${state.issued}`
}
