// @ts-check
/// Uploads files, each in its own request: the server limits the work per request, and a refused
/// file does not hold up the others.

/**
 * Uploads a file. Returns its line of Markdown, or the reason for a refusal, which starts with the
 * file name.
 * @param {string} address the upload address that answers in plain text
 * @param {File} file
 * @returns {Promise<{ markdown: string, fault?: undefined } | { fault: string }>}
 */
export async function sendFile(address, file) {
  const body = new FormData();
  body.append('files', file);
  const answer = await fetch(address, { method: 'POST', body }).catch(() => null);
  if (answer?.status === 413) return { fault: `${file.name}: The file is too large to upload.` };
  const text = answer ? await answer.text().catch(() => '') : '';
  if (answer?.ok) return { markdown: text };
  return { fault: answer?.status === 422 ? text : `${file.name}: The upload failed.` };
}
