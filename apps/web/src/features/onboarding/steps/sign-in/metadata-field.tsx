import { useRef, useState } from 'react'
import { Button } from '../../../../ui/controls/button.tsx'
import { AreaField } from '../../../../ui/forms/field.tsx'
import { Inline, Stack, Text } from '../../../../ui/layout/parts.tsx'
import { t } from '../../words.ts'
import { readIdpMetadata, type IdpMetadata } from './idp-metadata.ts'

/** Takes the metadata of an identity provider, pasted or as a file, and fills in the settings with it. */
export function MetadataField({ onRead }: { onRead: (metadata: IdpMetadata) => void }) {
  const file = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [state, setState] = useState<'none' | 'read' | 'unreadable'>('none')
  const take = (taken: string) => {
    setText(taken)
    const metadata = taken.trim() === '' ? null : readIdpMetadata(taken)
    if (metadata) onRead(metadata)
    setState(metadata ? 'read' : taken.trim() === '' ? 'none' : 'unreadable')
  }
  return (
    <Stack gap={2}>
      <AreaField
        leastPx={84}
        label={t('idpMetadata')}
        hint={t('idpMetadataHint')}
        className="mono"
        spellCheck={false}
        value={text}
        problem={state === 'unreadable' ? t('idpMetadataUnreadable') : undefined}
        onChange={take}
      />
      <Inline wrap>
        <Button onClick={() => file.current?.click()}>{t('chooseMetadataFile')}</Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".xml,.json,application/xml,text/xml,application/json"
          onChange={({ target }) => {
            void target.files?.[0]?.text().then(take)
            // Reset, so that the same file can be selected again.
            target.value = ''
          }}
        />
        <Text tone="quiet" role="status">
          {state === 'read' ? t('idpMetadataRead') : ''}
        </Text>
      </Inline>
    </Stack>
  )
}
