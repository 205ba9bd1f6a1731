import { IconCopy } from '@tabler/icons-react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { copyText } from '../../../ui/feedback/copy-text.ts'
import { t } from './words.ts'

/** Copies the whole address of a record, which is shown defanged. */
export function CopyAddress({ address }: { address: string }) {
  return (
    <IconButton label={t('copyAddress')} onClick={() => copyText(address, t('address'))}>
      <IconCopy size={16} stroke={1.7} aria-hidden="true" />
    </IconButton>
  )
}
