import { threatSources } from '@signet/contract/threats/sources'
import { threatStatuses } from '@signet/contract/threats/records'
import { CodeList } from '../parts/account/code-list.tsx'
import { CompanyPlate } from '../parts/account/company-plate.tsx'
import { QrCode } from '../parts/account/qr-code.tsx'
import { ChangeLine } from '../parts/threats/change-line.tsx'
import { CompareNames } from '../parts/threats/names/compare-names.tsx'
import { MarkedName } from '../parts/threats/names/marked-name.tsx'
import { SeverityMark } from '../parts/threats/severity-mark.tsx'
import { SourceName } from '../parts/threats/source-name.tsx'
import { VerdictMeaning } from '../parts/threats/verdict-meaning.tsx'
import { StatusChip } from '../ui/feedback/status-chip.tsx'
import { Card, Columns, Inline } from '../ui/layout/parts.tsx'
import { PartBlock } from './part-block.tsx'

const marked = {
  name: 'meridian-bnak-login.example',
  alias: 'meridianbank',
  marks: [
    { start: 0, end: 8, kind: 'brand' as const },
    { start: 9, end: 13, kind: 'swapped' as const },
    { start: 14, end: 19, kind: 'riskWord' as const },
  ],
}

/** Parts of several features that need no data of their own. */
export function Domain() {
  return (
    <PartBlock title="Threats, names, companies">
      <Inline wrap>
        {threatStatuses.map((status) => (
          <StatusChip key={status} status={status} />
        ))}
        <SeverityMark severity="High" isShort />
      </Inline>
      <Columns>
        {threatSources.map((source) => (
          <SourceName key={source} source={source} />
        ))}
      </Columns>
      <Card>
        <p>
          <MarkedName marked={marked} />
        </p>
        <p>
          <ChangeLine what="Severity" before="Low" after="High" isMaterial />
        </p>
      </Card>
      <CompareNames
        suspect="meridian-bamk.example"
        official={['meridian-bank.example', 'meridian.example']}
        of="typo"
      />
      <Columns>
        <Card gap={3}>
          <h3>A verdict</h3>
          <VerdictMeaning verdict={{ confidence: 0.93, lowering: [{ text: 'Registered long ago', by: 12 }] }} />
        </Card>
        <CodeList label="Codes" codes={['4f2a-91cc', '77b0-1e3d']} fileName="codes.txt" />
        <QrCode text="otpauth://totp/Signet" label="A code to scan" />
        <CompanyPlate name="Meridian Bank" logo={null} />
      </Columns>
    </PartBlock>
  )
}
