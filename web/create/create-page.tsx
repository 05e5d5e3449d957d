import type { PageProps } from '../site/session/session.ts'
import { useAddressError } from '../site/address-error/use-address-error.ts'
import type { CreatePageData } from './editor/create-page-data.ts'
import { DraftEditor } from './editor/draft-editor.tsx'

/** /create and /create/{draft}: where an Applet is made. */
export function Page({ data, session }: PageProps<CreatePageData>) {
  useAddressError()
  return <DraftEditor data={data} session={session} />
}
