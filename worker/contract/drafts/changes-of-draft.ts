import { EMPTY_DRAFT, type AppletDraft, type DraftChange } from './draft.ts'

/** Lists the changes that make this draft of an empty one, for POST /api/drafts. Its secrets and accounts are not among them. */
export function changesOfDraft({ name, steps, min_gap, quiet }: AppletDraft): DraftChange[] {
  const pace = { min_gap, quiet }
  return [
    ...(name === EMPTY_DRAFT.name ? [] : [{ kind: 'set_name', name } as const]),
    ...steps.flatMap((step): DraftChange[] => {
      if (!('module_name' in step)) return [{ kind: 'set_own', key: step.key, step }]
      const { kind, key, module_name, slug, guessed, said, fields } = step
      const isFilled = Object.keys(fields).length > 0
      return [
        { kind: 'choose_step', step: kind, key, module_name, slug, guessed, ...(said && { said }) },
        ...(isFilled ? [{ kind: 'set_fields', key, fields } as const] : []),
      ]
    }),
    ...(min_gap === null && quiet === null ? [] : [{ kind: 'set_pace', ...pace } as const]),
  ]
}
