import { didYouMean } from './known-names.ts'

/** What is known of a value: its members, and those of its items. */
export type Shape = {
  /** How sentences call it, such as `Mastodon.newMention`. */
  name: string
  /** Null where nothing is known of the member but that it exists. */
  members: ReadonlyMap<string, Shape | null>
  /** What an index gives. */
  item?: Shape
  isFunction?: boolean
  /** Says that it lacks this member; undefined where it may have it all the same. */
  missing: (member: string, isCalled: boolean) => string | undefined
}

/** What every object has. */
export const OF_ALL = Object.getOwnPropertyNames(Object.prototype)
const OF_FUNCTIONS = Object.getOwnPropertyNames(Function.prototype)

/** What every list has. */
export const LIST_MEMBERS = Object.getOwnPropertyNames(Array.prototype)
/** What a text, a number, or yes or no has. */
export const VALUE_MEMBERS = [String, Number, Boolean]
  .flatMap((made) => Object.getOwnPropertyNames(made.prototype))
  .concat(OF_ALL)

const OBJECTS = { Array, Date, JSON, Math, Number, Object, String }

/** The objects of the language whose members are known. A newer engine may have more, so only a near name is a problem. */
export function languageShapes(): Map<string, Shape> {
  return new Map(
    Object.entries(OBJECTS).map(([name, object]) => {
      const isFunction = typeof object === 'function'
      const members = [...Object.getOwnPropertyNames(object), ...(isFunction ? OF_FUNCTIONS : []), ...OF_ALL]
      const missing = (member: string, isCalled: boolean) => {
        const meant = didYouMean(member, members, isCalled ? '()' : '')
        return meant ? `${name} has no ${member}${isCalled ? '()' : ''}.${meant}` : undefined
      }
      return [name, { name, members: new Map(members.map((member) => [member, null])), isFunction, missing }]
    }),
  )
}
