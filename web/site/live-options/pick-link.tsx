import { useEffect, useEffectEvent, useState } from 'react'
import type { FilePicked } from '../../../worker/contract/connections/file-picker.ts'
import { onFilePicked } from '../../browser/file-picker/picked-file.ts'
import { ownPath } from '../../browser/navigation/page-address.ts'
import { ButtonLink } from '../../ui/button/button.tsx'

type Props = { path: string; label: string; onPicked: (value: string) => void }

/** Leads, in a tab of its own so that nothing typed is lost, to where more can be picked for a field; the field takes it. */
export function PickLink({ path, label, onPicked }: Props) {
  const [ticket] = useState(() => crypto.randomUUID())
  const take = useEffectEvent((picked: FilePicked) => {
    if (picked.ticket === ticket) onPicked(picked.value)
  })
  useEffect(() => onFilePicked((picked) => take(picked)), [])
  const query = new URLSearchParams({ ticket, return_to: ownPath() })
  return (
    <ButtonLink
      kind="secondary"
      size="small"
      href={`${path}${path.includes('?') ? '&' : '?'}${query}`}
      target="_blank"
      rel="opener"
    >
      Choose from Google Drive
      <span className="visually-hidden"> for {label}, in a new tab</span>
    </ButtonLink>
  )
}
