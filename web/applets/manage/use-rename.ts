import { nameProblem, tidyName } from '../../../worker/contract/applets/applet-name.ts'
import { RENAME_APPLET } from '../../../worker/contract/graphql/graphql-documents.ts'
import { setDocumentTitle } from '../../browser/document/browser-document.ts'
import { askGraphql, refuseErrors } from '../../browser/api/graphql-client.ts'
import { pageTitle } from '../../site/page-title.ts'
import { useSite } from '../../site/site-context.tsx'
import { useFlash } from '../../ui/flash/use-flash.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { Connect } from '../connect/driver/use-connect.ts'

/** The rename form: heading, title and everything that shows the Applet's name update once saved. */
export function useRename({ state: { applet, viewer }, send }: Connect, onSaved: () => void) {
  const { product_name } = useSite()
  const flash = useFlash()

  async function save(values: { name: string }) {
    const name = tidyName(values.name)
    const { normalizedAppletUpdate } = await askGraphql(
      RENAME_APPLET,
      { normalizedAppletUpdate: { errors: 'list' } },
      { applet_id: applet.id, name },
    )
    refuseErrors(normalizedAppletUpdate.errors)
    if (viewer) send({ type: 'appletReplaced', applet: { ...applet, ...viewer, name } })
    setDocumentTitle(pageTitle(name, product_name))
    flash('success', 'The new name is saved.')
    onSaved()
  }
  return useForm(['name'], save, checkName)
}

function checkName(values: { name: string }): Record<string, string> {
  const problem = nameProblem(tidyName(values.name))
  return problem === null ? {} : { name: problem }
}
