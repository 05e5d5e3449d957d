import { useEffect } from 'react'
import { whenButtonApproached } from '../../browser/observe/when-button-approached.ts'
import { usePart } from '../part/use-part.ts'
import type { DialogProps } from './native-dialog.tsx'

const load = () => import('./native-dialog.tsx').then(({ NativeDialog }) => NativeDialog)

/** A modal. Its code and styles load when a button is approached, which may open it, and at the latest to open it. */
export function Dialog(props: DialogProps) {
  const [View] = usePart(props.open, load, props.onClose)
  useEffect(() => whenButtonApproached(() => void load().catch(() => null)), [])
  return View ? <View {...props} /> : null
}
