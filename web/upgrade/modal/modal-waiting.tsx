import { Skeleton } from '../../ui/panel/skeleton.tsx'
import type { UpgradeContent } from './upgrade-content.ts'

/** In the place of what is on its way, as large as that will be. */
export function ModalWaiting({ content }: { content: UpgradeContent }) {
  if (content !== 'checkout') {
    return (
      <div className="waiting">
        <Skeleton shape="text" count={3} />
        <Skeleton shape="button" />
      </div>
    )
  }
  return (
    <div className="waiting">
      <Skeleton shape="text" />
      <div className="options">
        <Skeleton shape="service-card" count={2} />
      </div>
      <Skeleton shape="text" />
      <Skeleton shape="row" count={2} />
      <Skeleton shape="button" />
    </div>
  )
}
