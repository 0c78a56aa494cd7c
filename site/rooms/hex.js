export default function open() { return {}; }
