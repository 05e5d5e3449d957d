import { leaveFlash } from '../../browser/storage/flash-cookie.ts'
import { reload } from '../../browser/navigation/navigate.ts'
import { useForm } from '../../ui/form/use-form.ts'

/** A form whose change shows all over the page: saves, then loads the page again with a message. */
export function useSavedForm<Name extends string>(
  names: readonly Name[],
  save: (values: Record<Name, string>) => Promise<unknown>,
  message: (values: Record<Name, string>) => string,
) {
  return useForm(names, async (values) => {
    await save(values)
    reloadWith(message(values))
  })
}

/** Loads the page again, with what has succeeded. */
export function reloadWith(message: string): void {
  leaveFlash({ type: 'success', message })
  reload()
}
