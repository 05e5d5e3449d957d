/** The facts that decide how a viewer meets an Applet: whose it is, and whether they have it. */
export type ViewerFacts = { is_author: boolean; archived: boolean; enablement: 'enabled' | 'disabled' | null }

/** Unpublished and archived Applets are visible only to their author and to users who have them. */
export function isVisible(facts: ViewerFacts & { published: boolean }): boolean {
  return (facts.published && !facts.archived) || facts.is_author || facts.enablement !== null
}
