import { Box, Card, Columns, Inline, Split, Stack, Text } from '../ui/layout/parts.tsx'
import { PartBlock } from './part-block.tsx'

const sizes = ['axis', 'meta', 'body', 'long', 'heading', 'title', 'object', 'figure', 'mono'] as const
const tones = ['plain', 'quiet', 'faint', 'accent', 'good', 'caution', 'warning', 'danger'] as const
const weights = ['plain', 'medium', 'strong'] as const
const gaps = [1, 2, 3, 4, 6, 8] as const
const notes = [undefined, 'accent', 'good', 'caution', 'danger'] as const

/** Text, cards and layout. */
export function Surfaces() {
  return (
    <>
      <PartBlock title="Text">
        <Card gap={2}>
          {sizes.map((size) => (
            <Text key={size} as="p" size={size}>
              Size {size}: 1,133 threats
            </Text>
          ))}
          <Inline wrap gap={4}>
            {tones.map((tone) => (
              <Text key={tone} tone={tone}>
                Tone {tone}
              </Text>
            ))}
          </Inline>
          <Inline wrap gap={4}>
            {weights.map((weight) => (
              <Text key={weight} weight={weight}>
                Weight {weight}
              </Text>
            ))}
          </Inline>
          <Text cut>One line that is cut where the room ends: {'meridian-bank-account-check.example '.repeat(8)}</Text>
          <p>
            <a href="#text">A link</a>, <small>small print</small>, <strong>strong words</strong>,{' '}
            <code className="mono">198.51.100.7</code>
          </p>
          <blockquote>What somebody wrote.</blockquote>
        </Card>
      </PartBlock>
      <PartBlock title="Stack, Inline, Columns">
        <Columns>
          <Card gap={3}>
            <h3>Stack</h3>
            {gaps.map((gap) => (
              <Stack key={gap} gap={gap}>
                <span className="ghost" />
                <span className="ghost" />
              </Stack>
            ))}
          </Card>
          <Card gap={3}>
            <h3>Inline</h3>
            {(['between', 'center', 'end'] as const).map((justify) => (
              <Inline key={justify} justify={justify}>
                <Text>Justify</Text>
                <Text tone="quiet">{justify}</Text>
              </Inline>
            ))}
          </Card>
        </Columns>
      </PartBlock>
      <PartBlock title="Split, Box">
        <Split tracks="200px minmax(0, 1fr)">
          <Card kind="inset">A narrow column</Card>
          <Card kind="inset">
            <Box pad="0 0 2" line="below" below={2}>
              A part with a line below it
            </Box>
            The rest, in a wide column
          </Card>
        </Split>
        <Columns even from={120} gap="1 3" above={4}>
          {['Columns', 'from', '120 px'].map((word) => (
            <Box key={word} centred className="framed">
              {word}
            </Box>
          ))}
        </Columns>
      </PartBlock>
      <PartBlock title="Card">
        <Columns>
          <Card>Plain</Card>
          <Card kind="inset" as="div">
            Inset
          </Card>
          <Card kind="list" as="ul" className="ruled">
            <li>A list</li>
            <li>with lines between</li>
          </Card>
          {notes.map((tone) => (
            <Card key={tone ?? 'plain'} kind="note" as="p" tone={tone}>
              Note, {tone ?? 'plain'}
            </Card>
          ))}
        </Columns>
      </PartBlock>
    </>
  )
}
