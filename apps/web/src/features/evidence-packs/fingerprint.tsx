import { IconCopy } from '@tabler/icons-react'
import { IconButton } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { Inline, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** A hash with a button that copies it, since nobody compares 64 characters by eye. */
export function Fingerprint({ value, name }: { value: string; name: string }) {
  return (
    <Inline as="span" gap={1}>
      <Text className="mono">{value}</Text>
      <IconButton label={t('copy', { name })} onClick={() => copyText(value, name)}>
        <IconCopy size={15} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </Inline>
  )
}
