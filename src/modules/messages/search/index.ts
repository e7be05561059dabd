export { highlighter } from './search-highlights.view.js';
export {
  parseSearch,
  type Search,
  searchPatterns,
  searchQuery,
  searchVector,
  topicVector,
} from './search.service.js';
