import { Skeleton } from '../../ui/panel/skeleton.tsx'

/** While the code of a panel loads. */
export function PanelSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton shape="text" count={3} />
    </div>
  )
}
