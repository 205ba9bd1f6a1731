import { copyText } from '../../../../ui/feedback/copy-text.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Inline, Stack } from '../../../../ui/layout/parts.tsx'
import { t } from '../../words.ts'

/** A value to copy for the identity provider. */
export function CopyRow({ label, text }: { label: string; text: string }) {
  return (
    <Inline wrap>
      <Stack as="span" gap={0} basis={200}>
        {label}
        <small className="mono">{text}</small>
      </Stack>
      <Button aria-label={`${t('copy')}: ${label}`} onClick={() => copyText(text, label)}>
        {t('copy')}
      </Button>
    </Inline>
  )
}
