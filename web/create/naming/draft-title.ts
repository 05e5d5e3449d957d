import type { DraftView } from '../../../worker/contract/drafts/draft.ts'

/** Names the page of a draft: an Applet that is edited keeps its name until Save. */
export function draftTitle({
  applet,
  doc,
  proposed_name,
}: Pick<DraftView, 'applet' | 'doc' | 'proposed_name'>): string {
  return applet ? `Edit ${applet.name}` : (doc.name ?? proposed_name)
}
