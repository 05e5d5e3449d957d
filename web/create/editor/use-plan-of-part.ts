import { blockedTitle } from '../../../worker/contract/upgrade/upgrade-titles.ts'
import type { EnablementRules } from '../../../worker/contract/upgrade/upgrade.ts'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { upgradeRequestFor } from '../../site/upgrade/store/upgrade-modal-request.ts'
import { useUpgradeModalStore } from '../../site/upgrade/store/upgrade-modal-store.ts'
import type { DraftOfPage } from '../draft/use-draft.ts'

/**
 * Asks for the plan that a part of the draft needs (§2.4). Resolves with whether the part may be used now. The draft
 * stays as it is; after an upgrade it is shown with what the plan allows.
 */
export function usePlanOfPart({ draft, flush, reread }: DraftOfPage): (rules: EnablementRules) => Promise<boolean> {
  const { ask } = useUpgradeModalStore()
  const flash = useFlash()
  return async (rules) => {
    if (!rules.block_user) return true
    const offered = upgradeRequestFor(rules)
    if (!offered) {
      flash('info', `${blockedTitle(rules)}.`)
      return false
    }
    // Paying may lead to another site.
    await flush()
    const upgraded = await ask({ ...offered, editing: draft.applet !== null })
    if (!upgraded) return false
    await reread()
    return true
  }
}
