import { IconCopy, IconDownload } from '@tabler/icons-react'
import { t } from './words.ts'
import { Button } from '../../ui/controls/button.tsx'
import css from './code-list.module.css'
import { copyText } from '../../ui/feedback/copy-text.ts'
import { Columns, Stack } from '../../ui/layout/parts.tsx'

/** Codes that are shown once, with buttons to copy or save them. */
export function CodeList({ label, codes, fileName }: { label: string; codes: readonly string[]; fileName: string }) {
  const download = () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' }))
    link.download = fileName
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Stack gap={2}>
      <Columns as="ul" count={2} gap="2 4" align="stretch" pad={4} className={`${css.codes} framed`} aria-label={label}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </Columns>
      <Columns count={2} gap={2} align="stretch">
        <Button icon={<IconCopy size={16} stroke={1.7} />} onClick={() => copyText(codes.join('\n'), label)}>
          {t('copyCodes')}
        </Button>
        <Button icon={<IconDownload size={16} stroke={1.7} />} onClick={download}>
          {t('download')}
        </Button>
      </Columns>
    </Stack>
  )
}
