import { IconCopy } from '@tabler/icons-react'
import { IconButton } from '../../ui/controls/button.tsx'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { valueName } from '../../words/named/name-of.ts'
import { isCopied, type OwnField } from './own-fields.ts'
import { t } from './words.ts'

/** A button that copies the whole value of a field; nothing for values that nobody needs to copy. */
export function CopyField(own: OwnField) {
  if (!isCopied(own)) return null
  const name = valueName(own.label)
  return (
    <IconButton label={t('copyField', { field: name })} onClick={() => copyText(own.value, name)}>
      <IconCopy size={15} stroke={1.7} aria-hidden="true" />
    </IconButton>
  )
}
