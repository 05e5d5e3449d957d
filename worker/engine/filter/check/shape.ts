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
